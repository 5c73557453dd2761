import { command } from '../report/command.ts';
import { outcomeOf, runEach } from '../report/scenarios.ts';
import { attacks } from './attacks.ts';
import { round, startAttacked } from './round.ts';
import { cellsOf, columns, faultsOf } from './verdict.ts';

if (process.platform !== 'linux') {
  console.error('A siege needs Linux: it comes from many addresses 127.…, and reads /proc');
  process.exit(2);
}
const names = attacks.map(({ name }) => name);
await command('siege', names, async ({ only }) => {
  const chosen = attacks.filter(({ name }) => only.includes(name));
  // Each has a server of its own, so that the damage of one attack does not count for another.
  const results = await runEach(chosen, async (attack) => {
    const server = await startAttacked();
    try {
      const seen = await round(server, attack);
      return { faults: faultsOf(seen), cells: cellsOf(seen) };
    } finally {
      await server.kill();
    }
  });
  return outcomeOf(columns, results, 'embedded database');
});
