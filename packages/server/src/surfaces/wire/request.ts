import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { credentialIn, credentialHeaders, shownIn, type CallMetadata } from '../../call/metadata.ts';
import type { Credential } from '../../engine/keys/keys.ts';
import { addressOf } from '../../engine/limits/address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address that its limits count by. */
    address: string;
    /** The space key that the request sends, if any. */
    credential: Credential | undefined;
  }
  interface FastifyContextConfig {
    /** The query parameter that can carry the key. */
    keyParameter?: string | undefined;
  }
}

/** What the last request of a connection said about its sender. Most connections say the same with each request. */
interface Sender {
  readonly ip: string;
  readonly address: string;
  readonly headers: readonly (string | undefined)[];
  readonly credential: Credential | undefined;
}

const sender = Symbol('the sender of the last request');
type KnownSocket = Socket & { [sender]?: Sender };

/** Longer credentials are not remembered. */
const longestHeader = 512;

/** Records who sends a request. A connection remembers what it derived from the last one; whether the key works is asked each time. */
export function identify(request: FastifyRequest): void {
  const { keyParameter } = request.routeOptions.config ?? {};
  const { ip, headers } = request;
  const socket: KnownSocket = request.raw.socket;
  const last = socket[sender];
  const [key, bearer] = credentialHeaders;
  const [ofKey, ofBearer] = [headers[key] as string | undefined, headers[bearer] as string | undefined];
  if (last?.ip === ip && keyParameter === undefined && last.headers[0] === ofKey && last.headers[1] === ofBearer) {
    request.address = last.address;
    request.credential = last.credential;
    return;
  }
  const shown = keyParameter === undefined ? undefined : (request.query as Record<string, unknown>)[keyParameter];
  const address = (request.address = addressOf(ip));
  const credential = (request.credential = credentialIn(headers, shown));
  if (shown !== undefined || (ofKey?.length ?? 0) + (ofBearer?.length ?? 0) > longestHeader) return;
  socket[sender] = { ip, address, headers: [ofKey, ofBearer], credential };
}

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
