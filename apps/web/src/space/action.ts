import { useRef, useState } from 'preact/hooks';
import { newOnce } from './drafts.ts';
import { whyNot } from './refusal.ts';

interface Action<Input> {
  /** Whether it succeeded. */
  act: (input: Input) => Promise<boolean>;
  isBusy: boolean;
  refusal: string;
}

/** A write of a button or a form. Trying the same again has no second effect; a refusal stays until the next try. */
export function useAction<Input = void>(
  write: (input: Input, call: { idempotencyKey: string }) => Promise<unknown>,
): Action<Input> {
  const [refusal, refuse] = useState('');
  const [isBusy, work] = useState(false);
  const tried = useRef<{ of: string; once: string } | undefined>(undefined);
  async function act(input: Input): Promise<boolean> {
    const of = JSON.stringify(input) ?? '';
    if (tried.current?.of !== of) tried.current = { of, once: newOnce() };
    work(true);
    refuse('');
    try {
      await write(input, { idempotencyKey: tried.current.once });
      tried.current = undefined;
      return true;
    } catch (error) {
      refuse(whyNot(error));
      return false;
    } finally {
      work(false);
    }
  }
  return { act, isBusy, refusal };
}
