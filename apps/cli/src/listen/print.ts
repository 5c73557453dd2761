import { envelope, type Delivery, type Space } from '@parley/sdk';
import { aboutMessages } from '../resources/about-messages.ts';
import { harmlessJson } from '../terminal/harmless.ts';
import { workOn, type LeaseTerms } from './work.ts';

/**
 * Prints deliveries for a reader who settles them with other commands. Each is held until it has an outcome, was released, or its
 * lease is lost; at the end, what is held is released.
 */
export async function printAll(space: Space, terms: LeaseTerms): Promise<void> {
  const { out } = terms;
  const ending = new AbortController();
  const signal = AbortSignal.any([terms.signal, ending.signal]);
  const waiting = new Map<string, (attempt: number) => void>();
  const hear = async (ready: () => void) => {
    for await (const { type, data } of space.events({ after: 'now', signal })) {
      if (type === 'ready') ready();
      if (type === 'delivery' && data.state !== 'claimed') waiting.get(data.deliveryId)?.(data.attempt);
    }
    ready();
  };
  const hold = async (delivery: Delivery) => {
    const { id, message, view } = delivery;
    const asked = await aboutMessages.questionIn(space, message, { signal: delivery.signal }).catch(() => undefined);
    const question = asked && { facts: asked.facts, command: `parley ${asked.words}` };
    await new Promise<void>((resolve) => {
      // That it was queued can be heard after the answer to the claim: what happens to this claim has its attempt.
      waiting.set(id, (attempt) => attempt >= view.attempt && resolve());
      for (const end of [signal, delivery.signal]) end.addEventListener('abort', () => resolve(), { once: true });
      out.line(harmlessJson({ delivery: view, message, envelope: envelope(message, space.spaceId), question }));
      if (!delivery.isHeld || signal.aborted) resolve();
    });
    waiting.delete(id);
    // Without a lease, because it was settled elsewhere, this is refused.
    if (delivery.isHeld) await delivery.release().catch(() => {});
  };

  // The events come first, so that no outcome is missed. Without them, the end of the lease tells.
  await new Promise<void>((ready) => void hear(ready).catch(() => ready()));
  try {
    await workOn(space, hold, terms);
  } finally {
    ending.abort();
  }
}
