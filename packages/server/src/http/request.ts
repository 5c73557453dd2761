import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../router.ts';
import { shownIn, type Asking } from '../transport/asking.ts';

/** What tRPC's procedures get to know of a request. */
export function contextOf(
  request: FastifyRequest,
  response: ServerResponse,
  credential: Asking['credential'] = request.credential,
): Context {
  const { id: requestId, ip, address, headers } = request;
  const { idempotencyKey, authorization, userToken, prefersMinimal } = shownIn(headers);
  let abort: AbortController | undefined;
  return {
    requestId,
    reply: {},
    asking: {
      credential,
      idempotencyKey,
      authorization,
      userToken,
      prefersMinimal,
      ip,
      address,
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
