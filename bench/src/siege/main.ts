import { writeDocument } from '../document.ts';
import { machine } from '../machine.ts';
import { attacks } from './attacks/index.ts';
import { startIssuer } from './issuer.ts';
import { readOptions, type Options } from './options.ts';
import { report } from './report.ts';
import { round, type Round } from './round.ts';
import { startBesieged, type Besieged } from './server.ts';
import { faultsOf } from './verdict.ts';

const firstBlock = 16;

const options = asked();
if (process.platform !== 'linux') {
  console.error('A siege needs Linux: it comes from many addresses 127.…, and reads /proc');
  process.exit(2);
}
const issuer = await startIssuer();
const rounds: Round[] = [];
let server: Besieged | undefined;

const chosen = attacks.filter(({ name }) => options.only.includes(name));
const scale = options.seconds === undefined ? 1 : options.seconds / chosen.reduce((sum, { seconds }) => sum + seconds, 0);
for (const attack of chosen) {
  server ??= options.running
    ? { target: options.running, pid: options.running.pid, stop: async () => {} }
    : await startBesieged(issuer.url);
  const means = { issuer: options.running ? undefined : issuer.url, block: firstBlock + attacks.indexOf(attack) };
  const seen = await round(server, attack, { ...means, ms: attack.seconds * 1_000 * scale }).catch(told);
  if (seen === undefined) break;
  rounds.push(seen);
  const faults = faultsOf(seen);
  process.stderr.write(`${seen.attack}: ${faults.join('; ') || 'held'}\n`);
  if (faults.length === 0) continue;
  if (options.running && !seen.alive) break;
  if (options.running) continue;
  // The damage of one attack is not to be taken for that of the next.
  await server.stop();
  server = undefined;
}
await server?.stop();
issuer.stop();

const table = `${report(rounds, new Map(attacks.map(({ name, does }) => [name, does])))}\n\n${machine('embedded database')}`;
console.log(`\n${table}`);
if (options.write !== undefined) await writeDocument(options.write, table);
const held = rounds.filter((seen) => faultsOf(seen).length === 0).length;
console.log(`\n${held} of ${chosen.length} attacks were withstood`);
process.exit(held === chosen.length ? 0 : 1);

function told(error: Error): undefined {
  console.error(error.message);
}

function asked(): Options {
  try {
    return readOptions(
      process.argv.slice(2),
      attacks.map(({ name }) => name),
    );
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}
