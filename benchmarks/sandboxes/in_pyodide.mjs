// Time fresh instances of Pyodide: `node in_pyodide.mjs SCAFFOLD RUNS` prints a list of milliseconds.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const entry = createRequire(join(process.cwd(), "anywhere.js")).resolve("pyodide");
const module = await import(pathToFileURL(entry));
const loadPyodide = module.loadPyodide ?? module.default.loadPyodide;
const program = readFileSync(process.argv[2], "utf8") + '\nstr(solve("Which one is larger?", []))\n';
const times = [];
for (let run = 0; run < Number(process.argv[3]); run++) {
  const began = performance.now();
  const python = await loadPyodide();
  python.globals.set("llm_model", () => "A");
  python.globals.set("extract_answer", (response) => response);
  if (python.runPython(program) !== "('A', None, 2)") throw new Error("another result");
  times.push(performance.now() - began);
}
console.log(JSON.stringify(times));
