# Builds and installs all programs with man pages, completions and guides: make, make install PREFIX=/usr/local, make uninstall.
# DESTDIR is obeyed. What is built already is installed as it is, so that "sudo make install" compiles nothing.
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(DATADIR)/doc/gemsat
CARGO ?= cargo
TARGET ?= target
# Where the programs are and what their names end in, for programs that were built for another system.
PROGRAMS ?= $(TARGET)/release
EXE ?=
PAGES := $(TARGET)/pages
TOOLS = $(basename $(shell ls $(PAGES)/completions/fish))
INTO = install -m 644 -D -t $(DESTDIR)

.PHONY: all programs pages install uninstall clean
all: programs pages

programs:
	$(CARGO) build --release --locked --bins --target-dir $(TARGET)

pages:
	rm -rf $(PAGES)
	$(CARGO) run --release --locked --target-dir $(TARGET) -p gemsat-package -- man $(PAGES)/man
	$(CARGO) run --release --locked --target-dir $(TARGET) -p gemsat-package -- completions $(PAGES)/completions

	@# What Debian wants to be told, for cargo deb.
	printf 'gemsat (%s-1) unstable; urgency=medium\n\n  * The changes are in changelog.gz.\n\n -- The gemsat authors <>  %s\n' \
	    "$$(sed -n '0,/^version/s/^version = "\(.*\)"/\1/p' Cargo.toml)" "$$(git log -1 --format=%cD 2>/dev/null || date -R)" >$(PAGES)/changelog

$(PROGRAMS)/solver$(EXE):
	$(MAKE) programs

$(PAGES)/man/solver.1:
	$(MAKE) pages

install: $(PROGRAMS)/solver$(EXE) $(PAGES)/man/solver.1
	set -e; for tool in $(TOOLS); do \
	    install -m 755 -D -t $(DESTDIR)$(BINDIR) $(PROGRAMS)/$$tool$(EXE); \
	    $(INTO)$(MANDIR)/man1 $(PAGES)/man/$$tool.1 $$(ls $(PAGES)/man/$$tool-*.1 2>/dev/null); \
	    $(INTO)$(DATADIR)/bash-completion/completions $(PAGES)/completions/bash/$$tool; \
	    $(INTO)$(DATADIR)/zsh/site-functions $(PAGES)/completions/zsh/_$$tool; \
	    $(INTO)$(DATADIR)/fish/vendor_completions.d $(PAGES)/completions/fish/$$tool.fish; \
	    $(INTO)$(DATADIR)/gemsat/powershell $(PAGES)/completions/powershell/_$$tool.ps1; \
	done
	$(INTO)$(DOCDIR) README.md CHANGELOG.md LICENSE
	$(INTO)$(DOCDIR)/docs docs/*.md
	$(INTO)$(DOCDIR)/bench bench/README.md bench/*.txt

uninstall: $(PAGES)/man/solver.1
	for tool in $(TOOLS); do \
	    rm -f $(DESTDIR)$(BINDIR)/$$tool$(EXE) $(DESTDIR)$(MANDIR)/man1/$$tool.1 $(DESTDIR)$(MANDIR)/man1/$$tool-*.1 \
	        $(DESTDIR)$(DATADIR)/bash-completion/completions/$$tool $(DESTDIR)$(DATADIR)/zsh/site-functions/_$$tool \
	        $(DESTDIR)$(DATADIR)/fish/vendor_completions.d/$$tool.fish; \
	done
	rm -rf $(DESTDIR)$(DATADIR)/gemsat $(DESTDIR)$(DOCDIR)

clean:
	rm -rf $(PAGES)
