import { proofOf } from '../keys/proof.ts';
import type { Allowance, OpenCounter } from './counter.ts';

/** Bounds the memory. Subjects in the same slot share a counter; without the secret nobody can choose a slot. */
const slots = 16_384;

export interface Throttle {
  /** Length of the window. */
  readonly seconds: number;
  /** Counts a try; false if it exceeds the limit. */
  mayTry(...what: string[]): Promise<boolean>;
  /** Takes back a try that succeeded. */
  giveBack(...what: string[]): Promise<void>;
}

interface Throttling {
  openCounter: OpenCounter;
  secret: string;
}

/** Independent of the rate limit; shared by all processes that use the same Redis. */
export function throttle({ openCounter, secret }: Throttling, allowance: Allowance): Throttle {
  const tries = openCounter(allowance);
  const spend = (what: string[], points: number) => {
    const proof = Buffer.from(proofOf(secret, 'throttle', allowance.name, ...what), 'base64url');
    return tries.spend(String(proof.readUInt32BE() % slots), points);
  };
  return {
    seconds: allowance.seconds,
    mayTry: async (...what) => (await spend(what, 1)).remaining >= 0,
    giveBack: async (...what) => void (await spend(what, -1)),
  };
}
