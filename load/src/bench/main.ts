import { firstLine } from '../process/first-line.ts';
import { interrupted } from '../process/interrupted.ts';
import { command, type Outcome } from '../report/command.ts';
import type { Options } from '../report/options.ts';
import { draw } from '../report/table.ts';
import { buildOf, thisBuild } from '../servers/build.ts';
import { compare, confirmed, isWorse, report, type Compared, type Stages } from './against.ts';
import { Missing } from './figures.ts';
import { columns, costsOf, rowsOf, skipped, type Section } from './section.ts';
import { sections, type SectionName } from './sections/index.ts';
import { onStages, type Pace, type Stage } from './stage.ts';

const thorough: Pace = { quick: false, rounds: 5, ms: 800, clients: [32, 8, 1], manySpaces: 1_000 };
const quick: Pace = { quick: true, rounds: 1, ms: 400, clients: [32], manySpaces: 200 };
/** Quartiles need more rounds than medians. */
const rounds = { thorough: 8, quick: 4 };

const names = Object.keys(sections) as SectionName[];
await command('bench', names, (options) => (options.against === undefined ? goals(options) : against(options.against, options)));

/** Each row beside its limit and its goal. */
function goals(options: Options<SectionName>): Promise<Outcome> {
  return onStages(options.quick ? quick : thorough, [thisBuild], async (stages, on) => {
    const measure = (section: Section) => rowsOf(section, stages[0]!);
    const { results, isComplete } = await eachSection(options.only, stages, measure, skipped);
    return { table: draw(columns, results), on, isGood: isComplete };
  });
}

/** What this build needs in ratio to another commit. */
async function against(hash: string, options: Options<SectionName>): Promise<Outcome> {
  const builds = [thisBuild, await buildOf(hash)];
  const count = options.quick ? rounds.quick : rounds.thorough;
  return onStages(options.quick ? quick : thorough, builds, async (stages, on) => {
    const measure = (section: Section) =>
      confirmed(async () => {
        const compared = await compare((stage) => costsOf(section, stage), stages as unknown as Stages, count);
        await stopAll(stages);
        return compared;
      });
    const failed = (work: string, note: string) => ({ work, note: `failed: ${note}` });
    const { results, isComplete } = await eachSection<Compared>(options.only, stages, measure, failed);
    return { table: report(results, hash, count), on, isGood: isComplete && !results.some(isWorse) };
  });
}

async function stopAll(stages: readonly Stage[]): Promise<void> {
  await Promise.all(stages.map((stage) => stage.stop()));
}

/** One section after the other; one that fails does not stop the others. */
async function eachSection<Result>(
  names: readonly SectionName[],
  stages: readonly Stage[],
  measure: (section: Section) => Promise<Result[]>,
  failed: (work: string, reason: string) => Result,
): Promise<{ results: Result[]; isComplete: boolean }> {
  const results: Result[] = [];
  let isComplete = true;
  for (const name of names) {
    const start = performance.now();
    try {
      results.push(...(await measure(sections[name])));
    } catch (error) {
      interrupted.throwIfAborted();
      if (!(error instanceof Missing)) {
        console.error(error);
        isComplete = false;
      }
      results.push(failed(name, firstLine(error)));
    } finally {
      await stopAll(stages);
    }
    process.stderr.write(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
  }
  return { results, isComplete };
}
