import type { Attacker } from './attacker.ts';
import type { Insider } from './honest.ts';
import type { Target } from './target.ts';

/** What an attacker knows and may use. */
export interface Field {
  target: Target;
  /** A seat in the space where the honest clients meet. */
  insider: Insider;
  /** Signs no sessions; tells at `/asked` how often its keys were fetched. Missing where the server is not ours. */
  issuer: string | undefined;
  /** Second byte of the addresses that the attacker comes from: those of another attack are not counted to it. */
  block: number;
  ms: number;
}

/** What became of it, as the attacker sees it. */
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
  /** How long it may take, when time is not scarce; it ends before when all is done. */
  seconds: number;
  /** It takes longer than anybody may hold a connection without using it. */
  mustBeCut?: true;
  run(attacker: Attacker): Promise<void>;
}
