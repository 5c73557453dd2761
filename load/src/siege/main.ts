import { startIssuer } from '@parley/testing';
import { command } from '../report/command.ts';
import { outcomeOf, runEach } from '../report/scenarios.ts';
import type { Server } from '../servers/serve.ts';
import type { Attack } from './attacker.ts';
import { attacks } from './attacks/index.ts';
import { round, startAttacked, type Round } from './round.ts';
import { cellsOf, columns, faultsOf } from './verdict.ts';

const firstBlock = 16;

if (process.platform !== 'linux') {
  console.error('A siege needs Linux: it comes from many addresses 127.…, and reads /proc');
  process.exit(2);
}
const names = attacks.map(({ name }) => name);
await command('siege', names, async ({ only, seconds, running }) => {
  const issuer = await startIssuer();
  const chosen = attacks.filter(({ name }) => only.includes(name));
  const scale = seconds === undefined ? 1 : seconds / chosen.reduce((sum, attack) => sum + attack.seconds, 0);
  let server: Server | undefined;
  const attacked = async () => running ?? (server ??= await startAttacked(issuer));
  /** Gives the next attack a new server, so that the damage of one attack does not count for another. */
  const replaceServer = async () => {
    await server?.stop();
    server = undefined;
  };
  const withstand = async (attack: Attack): Promise<Round> => {
    const means = { issuer: running ? undefined : issuer, block: firstBlock + names.indexOf(attack.name) };
    return round(await attacked(), attack, { ...means, ms: attack.seconds * 1_000 * scale });
  };

  const results = await runEach(chosen, async (attack, before) => {
    const seen = await withstand(attack).catch(async ({ message }: Error) => {
      // The previous attack left the server in this condition.
      before?.faults.push(`afterwards: ${message}`);
      await replaceServer();
      return withstand(attack);
    });
    const faults = faultsOf(seen);
    if (faults.length > 0) await replaceServer();
    return { faults, cells: cellsOf(seen) };
  });
  await replaceServer();
  await issuer.stop();
  return outcomeOf(columns, results, 'embedded database');
});
