import { constants, setPriority } from 'node:os';
import { answerJobs } from '../child.ts';
import type { Field, Gained } from './attack.ts';
import { Attacker } from './attacker.ts';
import { attacks } from './attacks/index.ts';

/** What the process that attacks is told. */
export interface Order {
  attack: string;
  field: Field;
}

// Attackers are elsewhere: what they compute is not to be taken from the server.
setPriority(constants.priority.PRIORITY_LOW);

answerJobs(async ({ attack, field }: Order): Promise<Gained> => {
  const attacker = new Attacker(field);
  try {
    await attacks.find(({ name }) => name === attack)!.run(attacker);
  } catch (error) {
    // Otherwise an attack that never took place would count as withstood.
    attacker.gained.broken.push(`the attack was given up: ${(error as Error).message}`);
  }
  return attacker.gained;
});
