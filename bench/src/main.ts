import { writeDocument } from './document.ts';
import { machine } from './machine.ts';
import { readOptions, type Options, type Section } from './options.ts';
import { agents } from './rows/agents.ts';
import { cli } from './rows/cli.ts';
import { committer } from './rows/committer.ts';
import { crowd } from './rows/crowd.ts';
import { directed } from './rows/directed.ts';
import { embedded } from './rows/embedded.ts';
import { fanOut } from './rows/fan-out.ts';
import { hop } from './rows/hop.ts';
import { long } from './rows/long.ts';
import { reach } from './rows/reach.ts';
import { read } from './rows/read.ts';
import { send } from './rows/send.ts';
import { subscribers } from './rows/subscribers.ts';
import { firstLine, onStage, type Measure, type Pace } from './stage.ts';
import { markdown, type Row, type Skipped } from './table.ts';

const measures: Record<Section, Measure> = {
  committer,
  send,
  directed,
  read,
  'fan-out': fanOut,
  hop,
  crowd,
  reach,
  long,
  embedded,
  agents,
  subscribers,
  cli,
};
const thorough: Pace = { quick: false, rounds: 5, fewRounds: 2, ms: 800, clients: [32, 8, 1], manySpaces: 1_000 };
const quick: Pace = { quick: true, rounds: 1, fewRounds: 1, ms: 400, clients: [32], manySpaces: 200 };

const options = asked();
const rows: (Row | Skipped)[] = [];
let database = '';

await onStage(options.quick ? quick : thorough, async (stage) => {
  database = 'missing' in stage.postgres ? stage.postgres.missing : `PostgreSQL ${stage.postgres.version}`;
  for (const section of options.only) {
    const start = performance.now();
    try {
      rows.push(...(await measures[section](stage)));
    } catch (error) {
      console.error(error);
      rows.push({ work: section, skipped: firstLine(error) });
      process.exitCode = 1;
    }
    process.stderr.write(`${section}: ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
  }
});

const table = `${markdown(rows)}\n\n${machine(database)}`;
console.log(`\n${table}`);
if (options.write !== undefined) await writeDocument(options.write, table);
process.exit();

function asked(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(firstLine(error));
    process.exit(2);
  }
}
