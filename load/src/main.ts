import { buildOf, hashOf } from './against/worktree.ts';
import { compare, type Compared } from './against/compare.ts';
import { confirmed } from './against/confirmed.ts';
import { isWorse, report } from './against/report.ts';
import { thisBuild } from './build.ts';
import { writeDocument } from './document.ts';
import { firstLine } from './first-line.ts';
import { interrupted, Interrupted } from './interrupted.ts';
import { machine } from './machine.ts';
import { readOptions, type Section } from './options.ts';
import { sections } from './sections.ts';
import type { Pace } from './stage.ts';
import { markdown, type Row, type Skipped } from './table.ts';
import { atVenue, onStages } from './venue.ts';

const thorough: Pace = { quick: false, rounds: 5, ms: 800, clients: [32, 8, 1], manySpaces: 1_000 };
const quick: Pace = { quick: true, rounds: 1, ms: 400, clients: [32], manySpaces: 200 };
/** Quartiles need more rounds than medians. */
const rounds = { thorough: 8, quick: 4 };

// Each server and child process has a listener that kills it at exit.
process.setMaxListeners(100);

const { options, commit } = asked();
const pace = options.quick ? quick : thorough;
try {
  await (commit === undefined ? goals() : against(commit));
} catch (error) {
  if (error instanceof Interrupted) process.exit(error.exitCode);
  console.error(error);
  process.exit(1);
}
process.exit();

/** Prints each row beside its limit and its goal. */
async function goals(): Promise<void> {
  const table = await atVenue(pace, [thisBuild], async (venue) => {
    const measure = (section: Section) => onStages(venue, (stage) => sections[section].rows(stage));
    const rows = await eachSection<Row | Skipped>(measure, (work, skipped) => ({ work, skipped }));
    return `${markdown(rows)}\n\n${machine(venue.database)}`;
  });
  console.log(`\n${table}`);
  if (options.write !== undefined) await writeDocument(options.write, table);
}

/** Prints what this build needs in ratio to another commit. */
async function against(hash: string): Promise<void> {
  const theirs = await buildOf(hash);
  const count = options.quick ? rounds.quick : rounds.thorough;
  await atVenue(pace, [thisBuild, theirs], async (venue) => {
    const measure = (section: Section) =>
      confirmed(() => onStages(venue, (ours, theirs) => compare(sections[section].costs, [ours, theirs], count)));
    const compared = await eachSection<Compared>(measure, (work, note) => ({ work, note: `failed: ${note}` }));
    console.log(`\n${report(compared, hash, count)}\n\n${machine(venue.database)}`);
    if (compared.some(isWorse)) process.exitCode = 1;
  });
}

/** One section after the other; one that fails does not stop the others. */
async function eachSection<Result>(
  measure: (section: Section) => Promise<Result[]>,
  failed: (section: Section, reason: string) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const section of options.only) {
    const start = performance.now();
    try {
      results.push(...(await measure(section)));
    } catch (error) {
      interrupted.throwIfAborted();
      console.error(error);
      results.push(failed(section, firstLine(error)));
      process.exitCode = 1;
    }
    process.stderr.write(`${section}: ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
  }
  return results;
}

function asked() {
  try {
    const options = readOptions(process.argv.slice(2));
    return { options, commit: options.against === undefined ? undefined : hashOf(options.against) };
  } catch (error) {
    console.error(firstLine(error));
    process.exit(2);
  }
}
