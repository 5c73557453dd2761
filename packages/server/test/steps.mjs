// Counts the steps that texts of callers cost: how often blocks of code run, as V8 counts them, which no other load changes. What the
// engine does inside of one call, such as a search, counts as one step. In a thread of its own, because V8 counts only in functions that
// are compiled afterwards.
import { edit } from '@parley/core';
import { withEndingsOf } from '@parley/core/line-endings';
import { Session } from 'node:inspector/promises';
import { parentPort } from 'node:worker_threads';
import { differenceOf } from '../dist/resources/artifacts/diff/difference.js';
import { merged } from '../dist/resources/artifacts/diff/merge.js';

/** Applies a change, or finds out that it does not apply. */
function tried(text, change) {
  try {
    edit.applied(text, change);
  } catch (error) {
    if (!(error instanceof edit.EditMismatch)) throw error;
  }
}
const edited = (text, old) => tried(text, { edits: [{ old, new: 'x\ny\n' }] });
const inSection = (text, heading) => tried(text, { section: { heading, content: 'x\n' } });
const lines = (count, line, endings = ['\n']) =>
  Array.from({ length: count }, (_, i) => line(i) + endings[i % endings.length]).join('');
const mixed = (count, line) => lines(count, line, ['\n', '\r\n', '\r']);

/** What is done with texts that are made to cost much, and grow with a number. */
const linear = {
  'an edit that does not occur': (size) => edited('some words here\n'.repeat(size), 'other words here and more'),
  'a long edit that does not occur': (size) => edited('a'.repeat(size * 8), `${'a'.repeat(size)}b${'a'.repeat(size)}`),
  'an edit that occurs everywhere': (size) => edited('a'.repeat(size * 8), 'a'.repeat(size)),
  'an edit that occurs but for white space': (size) => edited(' \t a \n'.repeat(size), '  a\n'.repeat(size / 2)),
  'an edit with pasted line numbers': (size) =>
    edited(
      'a\n'.repeat(size),
      lines(size, (i) => `${i}: a`),
    ),
  'an edit of mixed line endings': (size) => edited(mixed(size, String), mixed(size - 1, String)),
  'an edit of equal lines of mixed endings': (size) => edited(`${mixed(size, () => '')}end`, `${mixed(size, () => '')}end`),
  'appended text of mixed line endings': (size) =>
    tried(
      mixed(size, () => 'a'),
      { append: mixed(size, () => 'b') },
    ),
  'a section that is missing': (size) => inSection('###### y\n'.repeat(size), 'nope'),
  'a section below many headings': (size) =>
    inSection(`# x\n## x\n### x\n#### x\n${'##### x\n'.repeat(size)}`, 'x > x > x > x > y'),
  'a section of a text of fences': (size) => inSection('```\n~~~\n'.repeat(size / 2), 'nope'),
  'a text from an editor that normalizes line endings': (size) =>
    withEndingsOf(
      mixed(size, (i) => `${i % 7}`),
      'b\na\n'.repeat(size),
    ),
};

/** What is done with two texts of as many lines, with a bound. */
const bounded = {
  'two texts that have nothing in common': (size) =>
    differenceOf(
      lines(size, (i) => `a${i}`),
      lines(size, (i) => `b${i}`),
    ),
  'two texts in another order': (size) =>
    differenceOf(
      lines(size, (i) => `${(i * 3) % 7919}`),
      lines(size, (i) => `${(i * 5) % 7919}`),
    ),
};

for (const [name, line] of Object.entries({
  'that have nothing in common': (i, seed) => `${seed} ${i}`,
  'of equal lines': (i, seed) => `${(i * seed) % 2}`,
  'in another order': (i, seed) => `${(i * seed) % 7919}`,
}))
  bounded[`the merge of texts ${name}`] = (size) => {
    const [base, proposed, present] = [1, 3, 5].map((seed) => lines(size, (i) => line(i, seed)));
    merged(base, { proposed, present });
  };

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

async function steps(work) {
  await session.post('Profiler.takePreciseCoverage');
  work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges)).reduce((sum, { count }) => sum + count, 0);
}

async function counted(works, sizes) {
  const counts = {};
  for (const [name, work] of Object.entries(works)) {
    counts[name] = [];
    for (const size of sizes) counts[name].push(await steps(() => work(size)));
  }
  return counts;
}

parentPort.postMessage({
  linear: await counted(linear, [500, 2_000, 8_000]),
  bounded: await counted(bounded, [250, 500, 4_000, 40_000]),
});
session.disconnect();
