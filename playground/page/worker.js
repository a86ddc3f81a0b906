// The worker: answers the page's questions with the library, one after the other.
"use strict";

self.gemsatProgress = figures => self.postMessage({progress: JSON.parse(figures)});
self.gemsatFailed = words => self.postMessage({failed: words});

const answers = {
  formula: ({bytes, question}) => JSON.parse(wasm_bindgen.formula(bytes, JSON.stringify(question))),
  convert: ({bytes, question}) => JSON.parse(wasm_bindgen.convert(bytes, JSON.stringify(question))),
  family: ({question}) => JSON.parse(wasm_bindgen.family(JSON.stringify(question))),
  puzzle: ({question}) => JSON.parse(wasm_bindgen.puzzle(JSON.stringify(question))),
  engines: () => JSON.parse(wasm_bindgen.engines()),
  proof: () => wasm_bindgen.proof(),
};

let memory;

self.onmessage = async ({data}) => {
  if (data.module) {
    ({memory} = await wasm_bindgen({module_or_path: data.module}));
    wasm_bindgen.start();
    self.postMessage({ready: true});
    return;
  }
  try {
    self.postMessage({id: data.id, answer: answers[data.call](data), bytes: memory.buffer.byteLength});
  } catch (error) {
    // After a trap nothing in the module can be trusted: the page starts another worker.
    self.postMessage({id: data.id, broken: String(error)});
  }
};
