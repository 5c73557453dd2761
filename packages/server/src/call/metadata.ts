import type { IncomingHttpHeaders } from 'node:http';
import type { ShownCredentials } from '../account/identity.ts';
import { credentials } from '@parley/core';
import type { Transport } from '../engine/stream/follower.ts';
import type { StoredIn } from '../engine/observe/batch.ts';
import { credentialOf, type Credential } from '../engine/keys/keys.ts';

/** A body that is read while it arrives. */
export interface SentBytes {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** How many there are, if the client says so. */
  readonly length?: number | undefined;
  /** What the client says about their type. */
  readonly type?: string | undefined;
  /** Ends the connection of a client that sends too slowly. */
  cut(): void;
}

/** What a transport knows about a request besides its input. */
export interface CallMetadata extends ShownCredentials {
  credential?: Credential | undefined;
  idempotencyKey?: string | undefined;
  /** The IP address of the client. */
  ip?: string | undefined;
  /** The address that limits count by: the IP address, or the /64 network of an IPv6 address. */
  address?: string | undefined;
  /** What carries it; absent: REST. */
  transport?: Transport | undefined;
  /** W3C Trace Context: the span of the caller. */
  traceparent?: string | undefined;
  tracestate?: string | undefined;
  /** The bytes of a file, over transports that carry them. */
  sent?: SentBytes | undefined;
  /** Told about the batch that stored the write. */
  stored?: ((batch: StoredIn) => void) | undefined;
  /** Whether the context bundle is left out (`Prefer: return=minimal`). */
  prefersMinimal?: boolean | undefined;
  /** The version of the context bundle that the caller has (`If-Context`). */
  knownContext?: string | undefined;
  /** A signal that aborts when the client disconnects. */
  whenGone?(): AbortSignal;
  /** For transports that cannot stream answers: counts the bytes of an answer before it is built. Throws 503. */
  hold?: ((bytes: number) => void) | undefined;
  /** For transports that carry files: takes room for one that can be sent only once. Throws 503 if there is none. */
  takeRoom?: ((bytes: number) => void) | undefined;
}

/** The headers of a request as Node gives them. */
type Sent = Pick<IncomingHttpHeaders, string>;

/** Only `Set-Cookie`, which is not among these, is a list. */
type Headers = Readonly<Record<string, string | undefined>>;

/** Longer than any key; longer ones are not hashed. */
const longestKey = 512;

/** Node gives header names in lower case. */
const keyHeader = credentials.spaceKey.header.toLowerCase();
const sessionHeader = credentials.session.header.toLowerCase();
/** The headers that can carry a space key. */
export const credentialHeaders = [keyHeader, sessionHeader] as const;
const tokenHeader = credentials.userToken.header.toLowerCase();

/**
 * The space key of a request: from its header, otherwise `shown`, for clients that cannot set headers, otherwise a bearer token, for
 * clients that have only one field for a credential.
 */
export function credentialIn(sent: Sent, shown?: unknown): Credential | undefined {
  const headers = sent as Headers;
  const inHeader = headers[keyHeader];
  if (inHeader !== undefined) return keyFrom(inHeader, `the header ${credentials.spaceKey.header}`);
  if (shown !== undefined) return keyFrom(shown, 'the URL');
  return keyFrom(bearerKeyIn(headers), `the header ${credentials.spaceKeyAsBearer.header}`);
}

function keyFrom(key: unknown, place: string): Credential | undefined {
  return typeof key === 'string' && key !== '' ? credentialOf(key.slice(0, longestKey), place) : undefined;
}

/** A JWT is a session, and a user token opens nothing, so neither is taken for a key. */
const isOther = /^(?:[\w-]+\.[\w-]+\.[\w-]*$|usr_)/;

function bearerKeyIn(headers: Headers): string | undefined {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(headers[sessionHeader] ?? '') ?? [];
  return isOther.test(token) ? undefined : token;
}

/** RFC 7240: preferences are separated by commas and case-insensitive; the first of two counts. */
const asksForMinimal = (prefer: string): boolean =>
  /(?:^|,)\s*return\s*=\s*"?([^\s",;]*)/i.exec(prefer)?.[1]?.toLowerCase() === 'minimal';

const unquoted = (text: string): string => text.trim().replace(/^"(.*)"$/, '$1');

/** What the headers contain besides the space key: other credentials, the Idempotency-Key, preferences, the span of the caller. */
export function shownIn(sent: Sent) {
  const headers = sent as Headers;
  const { prefer, 'if-context': known } = headers;
  return {
    idempotencyKey: headers['idempotency-key'],
    authorization: headers[sessionHeader],
    userToken: headers[tokenHeader],
    prefersMinimal: prefer !== undefined && asksForMinimal(prefer),
    knownContext: known && unquoted(known),
    traceparent: headers['traceparent'],
    tracestate: headers['tracestate'],
  } satisfies CallMetadata;
}
