// The library in workers, one for each tab, so that a search goes on while another tab is looked at: `ask` puts a
// question, `stop` ends what runs by ending the worker.
"use strict";

const Libraries = (() => {
  // Memory of a module never shrinks: with more than this, the next question gets a new one.
  const MOST_KEPT = 64 << 20;

  let module = null;

  // The module is kept compiled, so that a new worker takes a moment only.
  async function compiled() {
    if (!module) {
      const packed = Uint8Array.from(atob(window.ENGINE.wasm), letter => letter.charCodeAt(0));
      const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
      module = WebAssembly.compile(await new Response(plain).arrayBuffer());
    }
    return module;
  }

  function make() {
    let worker = null;
    let started = null;
    let next = 0;
    let waiting = new Map();
    let failure = "";
    let bytes = 0;
    let listener = () => {};

    function receive({data}, ready) {
      if (data.ready) ready();
      else if (data.progress) listener(data.progress);
      else if (data.failed) failure = data.failed;
      else if (waiting.has(data.id)) {
        const {keep, refuse} = waiting.get(data.id);
        waiting.delete(data.id);
        bytes = data.bytes ?? 0;
        if (data.broken === undefined) keep(data.answer);
        else {
          const words = failure ? `An internal check failed: ${failure}` : `The run ended early, probably for want of memory (${data.broken}).`;
          end();
          refuse(new Error(words));
        }
      }
    }

    function start() {
      started ??= (async () => {
        const source = new Blob([window.ENGINE.source], {type: "text/javascript"});
        const address = URL.createObjectURL(source);
        worker = new Worker(address);
        URL.revokeObjectURL(address);
        failure = "";
        const mine = worker;
        const code = await compiled();
        await new Promise((ready, broken) => {
          mine.onmessage = message => receive(message, ready);
          mine.onerror = event => broken(new Error(event.message));
          mine.postMessage({module: code});
        });
        return mine;
      })();
      return started;
    }

    function end() {
      worker?.terminate();
      worker = started = null;
      bytes = 0;
    }

    return {
      start,
      busy: () => waiting.size > 0,
      async ask(call, data = {}, progress = () => {}) {
        if (bytes > MOST_KEPT && call !== "proof" && !waiting.size) end();
        const id = next++;
        listener = progress;
        return new Promise((keep, refuse) => {
          waiting.set(id, {keep, refuse});
          start().then(answering => {
            if (waiting.has(id)) answering.postMessage({id, call, ...data});
          }, refuse);
        });
      },
      stop() {
        end();
        for (const {refuse} of waiting.values()) refuse(new Error("stopped"));
        waiting = new Map();
        start();
      },
      // Gives the memory of a worker back that has nothing to do.
      rest() {
        if (!waiting.size) end();
      },
    };
  }

  const all = new Map();
  const of = name => {
    if (!all.has(name)) all.set(name, make());
    return all.get(name);
  };
  return {
    of,
    // Ends the workers that have nothing to do, but for this tab's and that of formulas, which keeps the proof.
    leave(tab) {
      for (const [name, library] of all) if (name !== tab && name !== "formula") library.rest();
    },
  };
})();

const Library = Libraries.of("formula");
