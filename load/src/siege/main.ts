import { startIssuer } from '@parley/testing';
import { command, type Outcome } from '../report/command.ts';
import { machine } from '../report/machine.ts';
import { startAttacked, type Attacked } from './attacked.ts';
import type { Attack } from './attacks/attack.ts';
import { attacks } from './attacks/index.ts';
import { readOptions, type Options } from './options.ts';
import { report } from './report.ts';
import { round, type Round } from './round.ts';
import { faultsOf } from './verdict.ts';

const firstBlock = 16;

if (process.platform !== 'linux') {
  console.error('A siege needs Linux: it comes from many addresses 127.…, and reads /proc');
  process.exit(2);
}
await command(readOptions, siege);

async function siege({ only, seconds, running }: Options): Promise<Outcome> {
  const issuer = await startIssuer();
  const chosen = attacks.filter(({ name }) => only.includes(name));
  const scale = seconds === undefined ? 1 : seconds / chosen.reduce((sum, attack) => sum + attack.seconds, 0);
  const rounds: Round[] = [];
  let server: Attacked | undefined;

  for (const attack of chosen) {
    const seen = await withstand(attack);
    if (seen === undefined) break;
    rounds.push(seen);
    const faults = faultsOf(seen);
    process.stderr.write(`${seen.attack}: ${faults.join('; ') || 'held'}\n`);
    if (faults.length > 0) await replaceServer();
  }
  await server?.stop();
  await issuer.stop();
  const held = rounds.filter((seen) => faultsOf(seen).length === 0).length;
  return {
    table: `${report(rounds, new Map(attacks.map(({ name, does }) => [name, does])))}\n\n${machine('embedded database')}`,
    summary: `${held} of ${chosen.length} attacks were withstood`,
    isGood: held === chosen.length,
  };

  async function withstand(attack: Attack): Promise<Round | undefined> {
    const wasFresh = server === undefined;
    server ??= running ? { target: running, pid: running.pid, stop: async () => {} } : await startAttacked(issuer);
    const means = { issuer: running ? undefined : issuer, block: firstBlock + attacks.indexOf(attack) };
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
    if (running) return;
    await server?.stop();
    server = undefined;
  }
}
