import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../router.ts';
import { shownIn, type Asking } from '../transport/asking.ts';

/** The context of a request for the tRPC procedures. */
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
      // Few operations wait, so only those pay for watching whether the caller disconnects.
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
