import { proofOf } from './auth/proof.ts';
import type { Allowance, OpenLimiter } from './limiter.ts';

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
  openLimiter: OpenLimiter;
  secret: string;
}

/** Independent of the rate limit; shared by all processes that use the same Redis. */
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
