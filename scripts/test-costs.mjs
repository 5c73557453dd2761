// What test files cost in CPU seconds: the costs of the last run order the next one, and those of `npm test` have a budget.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../node_modules/.cache/parley-tests', import.meta.url));
const known = join(cache, 'costs.json');
const budget = { allSeconds: 240, fileSeconds: 25 };

/** The processor of the budget needs so long for `probe`. */
const referenceMs = 15;
const probesEveryMs = 2_000;

/** Where the run to come writes its costs, line by line. */
export function newCosts() {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, `run-${process.pid}.tsv`);
  writeFileSync(file, '');
  process.once('exit', () => rmSync(file, { force: true }));
  return file;
}

/** CPU seconds by test file of the last runs. */
export function knownCosts() {
  return existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : {};
}

/** Reads the costs of a run and remembers them for the next one. */
export function readCosts(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean);
  const costs = {};
  for (const [own, started, path] of lines.map((line) => line.split('\t')))
    costs[path] = (costs[path] ?? 0) + Number(own) + Number(started);
  mkdirSync(dirname(known), { recursive: true });
  writeFileSync(known, JSON.stringify({ ...knownCosts(), ...costs }));
  return costs;
}

/** What exceeds the budget, as lines. `slowness` is how many times as long this machine needs for the same work. */
export function excess(costs, slowness) {
  const seconds = (cost) => Math.round(cost / slowness);
  const entries = Object.entries(costs).filter(([path]) => /\/test\/(promises|surfaces)\//.test(path));
  const all = seconds(entries.reduce((sum, [, cost]) => sum + cost, 0));
  const scale = slowness > 1 ? ` (measured on a machine ${slowness.toFixed(1)} times as slow, and scaled)` : '';
  console.log(`\npromises and surfaces cost ${all} s of CPU${scale}; the budget is ${budget.allSeconds} s`);
  return [
    ...(all > budget.allSeconds
      ? [`test/promises and test/surfaces cost ${all} s of CPU, more than ${budget.allSeconds} s`]
      : []),
    ...entries
      .filter(([, cost]) => seconds(cost) > budget.fileSeconds)
      .map(([path, cost]) => `${path} costs ${seconds(cost)} s of CPU, more than ${budget.fileSeconds} s`),
  ];
}

/** Measures, while tests run, how slow this machine is; the same work costs more CPU time on a busy processor. */
export function startProbing() {
  const measured = [];
  const timer = setInterval(() => measured.push(probe()), probesEveryMs).unref();
  return () => {
    clearInterval(timer);
    const median = measured.toSorted((a, b) => a - b)[Math.floor(measured.length / 2)] ?? referenceMs;
    return Math.max(1, median / referenceMs);
  };
}

/** CPU milliseconds of a fixed piece of work. */
function probe() {
  const before = process.cpuUsage();
  let text = '';
  for (let i = 0; i < 15_000; i += 1) text = JSON.stringify({ i, text: text.slice(-200), list: [i, i + 1] });
  const { user, system } = process.cpuUsage(before);
  return text.length > 0 ? (user + system) / 1_000 : 0;
}
