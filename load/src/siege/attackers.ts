import { constants, setPriority } from 'node:os';
import { answerJobs } from '../process/child.ts';
import { Attacker, type Field, type Gained } from './attacker.ts';
import { attacks } from './attacks/index.ts';

/** The input of the attacking process. */
export interface Order {
  attack: string;
  field: Field;
}

// Attackers would run on other machines, so they take little CPU time from the server. The lowest priority gets none on a busy machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

answerJobs(async ({ attack, field }: Order): Promise<Gained> => {
  const attacker = new Attacker(field);
  const { space, run, holds } = attacks.find(({ name }) => name === attack)!;
  try {
    await attacker.settle(space);
    await run?.(attacker);
    if (holds) await attacker.hold();
  } catch (error) {
    attacker.failed((error as Error).message);
  }
  return attacker.gained;
});
