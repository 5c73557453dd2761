import type { SignalBody } from '@parley/core';
import { isProof, proofOf } from '../../../engine/keys/proof.ts';
import type { Claimed } from '../outbox-queries.ts';
import type { ReceiverRequest } from './receivers.ts';

/** The headers that prove who sends a body. */
export type Sign = (signal: Claimed, body: string) => Record<string, string>;

/** How a receiver is called. */
export interface SignalFormat {
  /** Whether a receiver that accepts a trial has consented to all that follows. */
  readonly isConsented: boolean;
  /** The statuses which say that the address exists no more. */
  readonly endedBy: readonly number[];
  requestOf(signal: Claimed): Promise<ReceiverRequest>;
  /** Whether the body of a successful answer to a trial agrees to receive signals. */
  accepts(answer: string, signal: Claimed): boolean;
}

/** Signals as Standard Webhooks, to receivers that echo a challenge. */
export function ownFormat(secret: string, sign: Sign): SignalFormat {
  const challengeOf = ({ spaceId, addressId }: Claimed) => proofOf(secret, 'wake challenge', spaceId, addressId);
  const bodyOf = (signal: Claimed): string => {
    const body = JSON.parse(signal.body) as SignalBody;
    if (body.type === 'wake.verify') return JSON.stringify({ ...body, challenge: challengeOf(signal) });
    const sequence = ('sequence' in body ? body.sequence : undefined) ?? signal.sequence;
    return JSON.stringify({ ...body, sequence });
  };
  return {
    isConsented: true,
    endedBy: [],
    async requestOf(signal) {
      const body = bodyOf(signal);
      return { headers: { 'content-type': 'application/json', ...sign(signal, body) }, body };
    },
    accepts: (answer, signal) => isEcho(answer, challengeOf(signal)),
  };
}

/** Whether the body of an answer echoes a challenge. */
export function isEcho(text: string, challenge: string): boolean {
  try {
    const { challenge: echoed } = JSON.parse(text) as { challenge?: unknown };
    return typeof echoed === 'string' && isProof(echoed, challenge);
  } catch {
    return false;
  }
}
