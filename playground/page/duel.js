// Two searches beside each other, played on one clock: a race as a film.
"use strict";

const Duel = (() => {
  const LENGTH = 20;  // seconds of a film that is played to its end

  // `runs`: for each search its engine, its page and the seconds that it took.
  function show(runs) {
    const frames = runs.map(({page}) => player(page)[0]);
    const totals = runs.map(() => null);
    const says = make("p", {role: "status", class: "note"}, "");
    const slider = make("input", {type: "range", min: "0", max: "1", step: "any", value: "0", "aria-label": "Time of the race"});
    const clock = make("select", {}, make("option", {value: "steps"}, "a step of each"), make("option", {value: "seconds"}, "the time that each took"));
    const play = make("button", {class: "main"}, "Play both");
    let at = 0, playing = false, before = 0;

    // How much of the clock a search takes: the longest takes all of it.
    const share = index => {
      const lengths = clock.value === "steps" ? totals : runs.map(({seconds}) => Math.max(seconds, 1e-6));
      return (lengths[index] ?? 1) / Math.max(...lengths.map(length => length ?? 1));
    };
    const placeOf = index => Math.min(totals[index] ?? 0, Math.round(at / share(index) * (totals[index] ?? 0)));
    const words = ({engine}, index) => {
      const total = totals[index], place = placeOf(index);
      return total !== null && place >= total ? `${engine} has ended after ${count(total)} steps` : `${engine} is at step ${count(place)} of ${count(total ?? 0)}`;
    };
    function draw() {
      frames.forEach((frame, index) => frame.contentWindow?.postMessage({go: placeOf(index)}, "*"));
      slider.value = String(at);
      says.textContent = `${runs.map(words).join("; ")}.`;
      play.textContent = playing ? "Pause" : at >= 1 ? "Play again" : "Play both";
    }
    function tick(time) {
      if (!playing || !play.isConnected) return;
      at = Math.min(1, at + (time - before) / 1000 / LENGTH);
      before = time;
      playing = at < 1;
      draw();
      if (playing) requestAnimationFrame(tick);
    }
    play.addEventListener("click", () => {
      playing = !playing;
      if (at >= 1) at = 0;
      before = performance.now();
      draw();
      if (playing) requestAnimationFrame(tick);
    });
    slider.addEventListener("input", () => {
      playing = false;
      at = Number(slider.value);
      draw();
    });
    clock.addEventListener("change", draw);
    const hear = ({source, data}) => {
      const index = frames.findIndex(frame => frame.contentWindow === source);
      if (index < 0 || !Number.isFinite(data?.total)) return;
      totals[index] = data.total;
      draw();
    };
    addEventListener("message", hear);
    const sides = frames.map((frame, index) => make("section", {"aria-label": runs[index].engine}, make("h3", {}, runs[index].engine), frame));
    return [make("div", {class: "line duel-clock"}, play, slider, make("label", {}, "The clock counts ", clock)), says, make("div", {class: "duel"}, ...sides)];
  }

  return {show};
})();
