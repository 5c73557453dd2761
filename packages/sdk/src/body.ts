import { networkError, UnexpectedAnswerError } from './errors.ts';

const mebibyte = 2 ** 20;

/** The longest answer that is read, after decompression. */
const mostAnswerBytes = 16 * mebibyte;
/** A service can send all its artifacts, 32 MiB by default, in one list. */
export const mostListBytes = 40 * mebibyte;
/** The longest event of a stream that is read. */
export const mostEventBytes = 4 * mebibyte;

/**
 * Reads the text of a response, but no more than 16 MiB of it.
 * @param server - Its address, for the error.
 * @throws {UnexpectedAnswerError} with `code` `answer_too_large` when it is longer.
 * @throws {NetworkError} when it was cut off.
 */
export async function readText({ body }: Response, server: string, most = mostAnswerBytes): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        throw networkError('The response was cut off', cause);
      });
      if (done) return text + decoder.decode();
      length += value.byteLength;
      if (length > most) throw tooLarge(server, most);
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The error for an answer that would fill the memory. */
export const tooLarge = (server: string, most: number): UnexpectedAnswerError =>
  new UnexpectedAnswerError(`${originOf(server)} sent more than ${most / mebibyte} MiB at once, which is refused`, {
    code: 'answer_too_large',
  });

/** The error for an answer that no Parley server sends. */
export const notParley = (
  server: string,
  what: string,
  details: { status?: number; cause?: unknown } = {},
): UnexpectedAnswerError => new UnexpectedAnswerError(strange(server, what), { ...details, code: 'not_parley' });

/** The message about a server that is not a Parley server. */
export const strange = (server: string, what: string): string => `${originOf(server)} is no Parley server: ${what}`;

const originOf = (server: string): string => (/^https?:\/\/[^/]+/i.exec(server) ?? [server])[0];
