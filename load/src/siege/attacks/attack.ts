import type { Attacker, Contents } from '../attacker.ts';

export interface Attack {
  name: string;
  /** One sentence. */
  does: string;
  /** Maximum duration; it ends earlier when everything is done. */
  seconds: number;
  /** The space that the attacker opens before; none without it. */
  space?: Contents;
  /** What was opened stays open until the time is up. */
  holds?: true;
  /** It lasts longer than an unused connection can stay open. */
  mustBeCut?: true;
  /** It delays wake-ups: those of honest participants must arrive in time. */
  mustWake?: true;
  /** How often the server may fetch the keys of the issuer at most. */
  mostKeyFetches?: number;
  run?(attacker: Attacker): Promise<unknown>;
}
