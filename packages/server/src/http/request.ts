import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { credentialOf, type Credential } from '../auth/keys.ts';
import type { Context } from '../router.ts';

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** Longer than any key: not worth hashing. */
const longestKey = 512;

export function credentialIn(
  headers: Pick<IncomingHttpHeaders, string>,
  query?: Record<string, unknown>,
): Credential | undefined {
  const key = single(headers['x-private-key']) ?? query?.['key'];
  if (typeof key !== 'string' || key === '') return undefined;
  return credentialOf(key.slice(0, longestKey));
}

/** RFC 7240: preferences are separated by commas, and their names and values are told in any case. */
const asksForMinimal = (prefer: string | string[] | undefined): boolean =>
  prefer !== undefined && /(^|,)\s*return\s*=\s*"?minimal"?\s*(;|,|$)/i.test(String(prefer));

/** What tRPC's procedures get to know of a request. */
export function contextOf(
  request: FastifyRequest,
  response: ServerResponse,
  credential: Credential | undefined = request.credential,
): Context {
  const { id: requestId, ip: origin, address, headers } = request;
  let abort: AbortController | undefined;
  return {
    requestId,
    reply: {},
    asking: {
      credential,
      origin,
      address,
      idempotencyKey: single(headers['idempotency-key']),
      authorization: headers.authorization,
      userToken: single(headers['x-user-token']),
      prefersMinimal: asksForMinimal(headers.prefer),
      // Few operations wait, so few requests pay for being told that their caller left.
      whenGone() {
        if (!abort) {
          abort = new AbortController();
          response.once('close', () => abort!.abort());
        }
        return abort.signal;
      },
    },
  };
}
