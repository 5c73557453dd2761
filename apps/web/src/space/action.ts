import { useRequest } from './request.ts';

interface Action<Input> {
  /** Whether it succeeded. */
  act: (input: Input) => Promise<boolean>;
  isBusy: boolean;
  refusal: string;
}

/** A write of a button or a form. A refusal stays until the next try. */
export function useAction<Input = void>(
  write: (input: Input, call: { idempotencyKey: string }) => PromiseLike<unknown>,
): Action<Input> {
  const { send, refusal, isBusy } = useRequest();
  const act = async (input: Input): Promise<boolean> => {
    const done = await send([input], async (idempotencyKey) => {
      await write(input, { idempotencyKey });
      return true;
    });
    return done ?? false;
  };
  return { act, isBusy, refusal };
}
