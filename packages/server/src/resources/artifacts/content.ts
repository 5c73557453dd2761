import { createHash } from 'node:crypto';
import { ServiceError, type Measures } from '@parley/core';

/** Size in UTF-8. */
export const bytesOf = (content: string): number => Buffer.byteLength(content);

/** `bytes` is the size in an answer, where a control character takes six characters. */
export const measured = (content: string): Measures => ({
  bytes: Buffer.byteLength(JSON.stringify(content)) - 2,
  contentBytes: bytesOf(content),
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** A change can make a text larger than one that a caller can send. */
export function assertSize(actual: number, limit: number): void {
  if (actual <= limit) return;
  const message = `would have ${actual} bytes of UTF-8, but must have at most ${limit}`;
  throw new ServiceError('invalid_request', `content ${message}`, { issues: [{ field: 'content', message, limit, actual }] });
}
