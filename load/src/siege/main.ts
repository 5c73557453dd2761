import { writeDocument } from '../document.ts';
import { machine } from '../machine.ts';
import type { Attack } from './attack.ts';
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
  const seen = await withstand(attack);
  if (seen === undefined) break;
  rounds.push(seen);
  const faults = faultsOf(seen);
  process.stderr.write(`${seen.attack}: ${faults.join('; ') || 'held'}\n`);
  if (faults.length > 0) await replaceServer();
}
await server?.stop();
issuer.stop();

const table = `${report(rounds, new Map(attacks.map(({ name, does }) => [name, does])))}\n\n${machine('embedded database')}`;
console.log(`\n${table}`);
if (options.write !== undefined) await writeDocument(options.write, table);
const held = rounds.filter((seen) => faultsOf(seen).length === 0).length;
console.log(`\n${held} of ${chosen.length} attacks were withstood`);
process.exit(held === chosen.length ? 0 : 1);

async function withstand(attack: Attack): Promise<Round | undefined> {
  const { running } = options;
  const wasFresh = server === undefined;
  server ??= running ? { target: running, pid: running.pid, stop: async () => {} } : await startBesieged(issuer.url);
  const means = { issuer: running ? undefined : issuer.url, block: firstBlock + attacks.indexOf(attack) };
  try {
    return await round(server, attack, { ...means, ms: attack.seconds * 1_000 * scale });
  } catch (error) {
    const { message } = error as Error;
    process.stderr.write(`${message}\n`);
    if (wasFresh || running) return undefined;
    // The previous attack left the server in this condition.
    rounds.at(-1)?.gained.broken.push(`afterwards: ${message}`);
    await replaceServer();
    return withstand(attack);
  }
}

/** Gives the next attack a new server, so that the damage of one attack does not count for another. */
async function replaceServer(): Promise<void> {
  if (options.running) return;
  await server?.stop();
  server = undefined;
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
