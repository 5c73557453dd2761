import { useRef, useState } from 'preact/hooks';
import { newOnce } from './drafts.ts';
import { whyNot } from './refusal.ts';

/**
 * Sends writes one at a time and shows why one was refused. `what` is all that a write sends: as long as it is the same, so is the
 * idempotency key, and sending again has no second effect.
 */
export function useRequest() {
  const [refusal, refuse] = useState('');
  const [isBusy, work] = useState(false);
  const last = useRef({ what: '', once: '' });

  /** Resolves to undefined if it was refused, unless `caught` knows the error. */
  async function send<Result>(
    what: readonly unknown[],
    write: (idempotencyKey: string) => PromiseLike<Result>,
    caught: (error: unknown) => boolean = () => false,
  ): Promise<Result | undefined> {
    const text = JSON.stringify(what);
    if (last.current.what !== text) last.current = { what: text, once: newOnce() };
    work(true);
    refuse('');
    try {
      const result = await write(last.current.once);
      last.current = { what: '', once: '' };
      return result;
    } catch (error) {
      // A refusal is stored under the key too, and what is refused now can be right later.
      if (hasAnswer(error)) last.current = { what: '', once: '' };
      if (!caught(error)) refuse(whyNot(error));
      return undefined;
    } finally {
      work(false);
    }
  }
  return { send, refusal, refuse, isBusy };
}

const hasAnswer = (error: unknown): boolean => {
  const { status = 0 } = error as { status?: number };
  return status >= 400 && status < 500;
};
