import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { credentials } from '@parley/core';
import type { FastifyRequest } from 'fastify';
import { credentialOf, type Credential } from '../auth/keys.ts';
import type { Context } from '../router.ts';

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** Node has the names of headers in lower case. */
const keyHeader = credentials.spaceKey.header.toLowerCase();
const tokenHeader = credentials.userToken.header.toLowerCase();

/** Longer than any key: not worth hashing. */
const longestKey = 512;

export function credentialIn(
  headers: Pick<IncomingHttpHeaders, string>,
  /** What a request shows that cannot set headers. */
  shown?: unknown,
): Credential | undefined {
  const key = single(headers[keyHeader]) ?? shown;
  if (typeof key !== 'string' || key === '') return undefined;
  return credentialOf(key.slice(0, longestKey));
}

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
      userToken: single(headers[tokenHeader]),
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
