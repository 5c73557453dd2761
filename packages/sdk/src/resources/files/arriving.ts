import { networkError, UnexpectedAnswerError } from '../../errors.ts';
import { within } from '../../time.ts';

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
export function arriving(body: ReadableStream<Uint8Array>, { bytes, idleMs, signal }: Expected): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = bytes;
  const read = () =>
    reader.read().catch((cause) => {
      signal.throwIfAborted();
      throw networkError('The response was cut off', cause);
    });
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await within(idleMs, read);
          left -= value?.byteLength ?? 0;
          if (left < 0 || (done && left > 0)) throw damaged();
          if (done) controller.close();
          else controller.enqueue(value);
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
