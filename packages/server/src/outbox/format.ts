import type { SignalBody } from '@parley/core';
import { isProof, proofOf } from '../auth/proof.ts';
import type { Claimed } from '../store/outbox.ts';

/** How a receiver is called, besides the signature. */
export interface Format {
  /** Whether a receiver that accepts a trial has consented to all that follows. */
  readonly isConsented: boolean;
  readonly headers: Readonly<Record<string, string>>;
  bodyOf(signal: Claimed): Promise<string>;
  /** Whether the body of a successful answer to a trial agrees to receive signals. */
  accepts(answer: string, signal: Claimed): boolean;
}

/** Signals as Standard Webhooks, to receivers that echo a challenge. */
export function ownFormat(secret: string): Format {
  const challengeOf = ({ spaceId, addressId }: Claimed) => proofOf(secret, 'wake challenge', spaceId, addressId);
  return {
    isConsented: true,
    headers: { 'content-type': 'application/json' },
    async bodyOf(signal) {
      const body = JSON.parse(signal.body) as SignalBody;
      if (body.type === 'wake.verify') return JSON.stringify({ ...body, challenge: challengeOf(signal) });
      return JSON.stringify({ ...body, sequence: body.sequence ?? signal.sequence });
    },
    accepts: (answer, signal) => isEcho(answer, challengeOf(signal)),
  };
}

function isEcho(text: string, challenge: string): boolean {
  try {
    const { challenge: echoed } = JSON.parse(text) as { challenge?: unknown };
    return typeof echoed === 'string' && isProof(echoed, challenge);
  } catch {
    return false;
  }
}
