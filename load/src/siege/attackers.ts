import { constants, setPriority } from 'node:os';
import { answerJobs } from '../process/child.ts';
import { openAttacker, type Field, type Gained } from './attacker.ts';
import { attacks } from './attacks.ts';

/** The input of the attacking process. */
export interface Order {
  attack: string;
  field: Field;
}

// Attackers would run on other machines, so they take little CPU time from the server. The lowest priority gets none on a busy machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

answerJobs(async ({ attack, field }: Order): Promise<Gained> => {
  const gained: Gained = { statuses: {}, cut: 0, notes: [], broken: [] };
  const { space = {}, run } = attacks.find(({ name }) => name === attack)!;
  try {
    await run(await openAttacker(field, space, gained));
  } catch (error) {
    // An attack that never happened must not count as withstood.
    gained.broken.push(`the attack failed to run: ${(error as Error).message}`);
  }
  return gained;
});
