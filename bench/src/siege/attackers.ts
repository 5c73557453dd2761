import { answerJobs } from '../child.ts';
import type { Field, Gained } from './attack.ts';
import { Attacker } from './attacker.ts';
import { attacks } from './attacks/index.ts';

/** What the process that attacks is told. */
export interface Order {
  attack: string;
  field: Field;
}

answerJobs(async ({ attack, field }: Order): Promise<Gained> => {
  const attacker = new Attacker(field);
  try {
    await attacks.find(({ name }) => name === attack)!.run(attacker);
  } catch (error) {
    attacker.gained.note = `gave up: ${(error as Error).message}`;
  }
  return attacker.gained;
});
