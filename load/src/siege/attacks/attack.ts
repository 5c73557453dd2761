import type { Attacker } from '../attacker.ts';

export interface Attack {
  name: string;
  /** One sentence. */
  does: string;
  /** Maximum duration; it ends earlier when everything is done. */
  seconds: number;
  /** It lasts longer than an unused connection can stay open. */
  mustBeCut?: true;
  /** It delays wake-ups: those of honest participants must arrive in time. */
  mustWake?: true;
  /** How often the server may fetch the keys of the issuer at most. */
  mostKeyFetches?: number;
  run(attacker: Attacker): Promise<void>;
}
