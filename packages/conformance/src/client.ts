import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

export interface Request {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal;
  /** Whether a refusal by the rate limit is the answer, and not a reason to wait and ask again. */
  mayBeRefused?: boolean;
}

export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Each test file is another client to a server that believes a proxy; others ignore it. */
const ownAddress = newAddress();

export async function send({ method, path, headers, body, signal, mayBeRefused }: Request): Promise<Response> {
  for (;;) {
    const response = await fetch(inject('baseUrl') + path, {
      method,
      headers: { 'x-forwarded-for': ownAddress, ...headers },
      body: body ?? null,
      redirect: 'manual',
      signal: signal ?? AbortSignal.timeout(40_000),
    });
    if (response.status !== 429 || mayBeRefused) return response;
    await response.body?.cancel();
    await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
  }
}
