import type { Attacker } from './attacker.ts';
import type { Insider } from './honest.ts';
import type { Target } from './target.ts';

/** What an attacker knows and can use. */
export interface Field {
  target: Target;
  /** A seat in the space where the honest clients meet. */
  insider: Insider;
  /** Signs no sessions; reports at `/asked` how often its keys were fetched. Absent if the server is not ours. */
  issuer: string | undefined;
  /** Second byte of the attacker's addresses, so that each attack counts for different ones. */
  block: number;
  ms: number;
}

/** The result from the attacker's point of view. */
export interface Gained {
  statuses: Record<string, number>;
  /** Connections that the server ended. */
  cut: number;
  /** Promises that were broken. */
  broken: string[];
  note: string;
}

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
  run(attacker: Attacker): Promise<void>;
}
