import { networkError, UnexpectedAnswerError } from './errors.ts';
import { within } from './time.ts';

interface Expected {
  /** How many bytes there are. */
  bytes: number;
  /** How long to wait for the next of them. */
  idleMs: number;
  signal: AbortSignal;
}

/**
 * The bytes of a response as they arrive. Only the time in which somebody waits for them counts.
 * @throws {TimeoutError} when none arrive for too long.
 * @throws {UnexpectedAnswerError} when there are more or fewer than expected.
 * @throws {NetworkError} when the connection ends early.
 */
export function arriving(body: ReadableStream<Uint8Array>, expected: Expected): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = expected.bytes;
  const next = async (): Promise<Uint8Array | undefined> => {
    const { done, value } = await within(expected.idleMs, () =>
      reader.read().catch((cause) => {
        expected.signal.throwIfAborted();
        throw networkError('The response was cut off', cause);
      }),
    );
    left -= value?.byteLength ?? 0;
    if (left < 0 || (done && left > 0)) throw damaged();
    return value;
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const bytes = await next();
          if (bytes) controller.enqueue(bytes);
          else controller.close();
        } catch (error) {
          reader.cancel().catch(() => {});
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

export const damaged = (): UnexpectedAnswerError =>
  new UnexpectedAnswerError('The bytes that arrived are not those of the file', { code: 'unexpected_answer' });
