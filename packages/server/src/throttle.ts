import { proofOf } from './auth/proof.ts';
import type { Allowance, OpenLimiter } from './limiter.ts';

/** Bounds the memory. Those who share a slot count together; without the secret nobody can choose with whom. */
const slots = 16_384;

export interface Throttle {
  /** After so long there are tries again. */
  readonly seconds: number;
  /** False when that was one too many. */
  mayTry(...what: string[]): Promise<boolean>;
  /** What turned out well was no guess. */
  giveBack(...what: string[]): Promise<void>;
}

interface Throttling {
  openLimiter: OpenLimiter;
  secret: string;
}

/** Holds whatever the rate limit is, for all processes together where they share Redis. */
export function throttle({ openLimiter, secret }: Throttling, allowance: Allowance): Throttle {
  const tries = openLimiter(allowance);
  const slotOf = (what: string[]): number =>
    Buffer.from(proofOf(secret, 'throttle', allowance.name, ...what), 'base64url').readUInt32BE() % slots;
  return {
    seconds: allowance.seconds,
    mayTry: (...what) =>
      tries.consume(slotOf(what)).then(
        () => true,
        () => false,
      ),
    async giveBack(...what) {
      await tries.reward(slotOf(what));
    },
  };
}
