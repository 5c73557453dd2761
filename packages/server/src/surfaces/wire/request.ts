import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { shownIn, type CallMetadata } from '../../call/metadata.ts';

/** Who sends an HTTP request, and what else it says besides its input. */
export function metadataIn(
  { ip, address, headers, credential: ofHeaders }: FastifyRequest,
  response: ServerResponse,
  credential: CallMetadata['credential'] = ofHeaders,
): CallMetadata {
  let abort: AbortController | undefined;
  return Object.assign<ReturnType<typeof shownIn>, CallMetadata>(shownIn(headers), {
    credential,
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
  });
}
