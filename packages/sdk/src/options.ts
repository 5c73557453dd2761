import type { ParleyError } from './errors.ts';
import type { OperationName } from './generated/operations.ts';
import type { Expects, MessageType, PastEvent } from './generated/types.ts';

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call and its retries. */
  signal?: AbortSignal | undefined;
  /** Time limit of each attempt in milliseconds, including the time to read the response. */
  timeoutMs?: number | undefined;
  /**
   * How often to retry after a temporary failure: no connection, a timeout, 408, 429 or 5xx. If it is not set, `send` and `edit` try for as
   * long as `timeoutMs` says while the service cannot be reached.
   */
  maxRetries?: number | undefined;
  /** Additional request headers. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** For writes: identifies the write, so that it takes effect only once. By default a random UUID, the same for all attempts of the call. */
  idempotencyKey?: string | undefined;
}

/** The options of a call that also apply to the lookup of a name before it. */
export const lookupOptions = ({ signal, timeoutMs, maxRetries, headers }: CallOptions = {}): CallOptions => ({
  signal,
  timeoutMs,
  maxRetries,
  headers,
});

/** Options of `call`. */
export interface DirectOptions extends CallOptions {
  /** Leaves `participants` and `artifacts` out of the result, although its type has them, and the `content` of a written artifact. */
  minimal?: boolean | undefined;
  /**
   * Unless `maxRetries` is set: while the service cannot be reached, tries for as long as `timeoutMs` says, not only as often as `maxRetries`.
   * @internal
   */
  untilTimeout?: boolean | undefined;
  /**
   * The `contextVersion` of an earlier result. If it is still the present one, the result says `contextUnchanged` and has no `participants`
   * and `artifacts`, although its type has them.
   */
  ifContext?: string | undefined;
}

/**
 * Which messages to read, and how long to wait for them.
 * @see docs/sdk.md#messages
 */
export interface MessagesOptions extends CallOptions {
  /** Only messages after this sequence. */
  after?: number | undefined;
  /** Only messages after this time. `after` takes precedence. */
  since?: Date | string | undefined;
  /** The size of a page; 1,000 by default and at most. */
  limit?: number | undefined;
  /** Milliseconds to wait for the first message if there is none yet; at most 25,000, and rounded up to seconds. */
  waitMs?: number | undefined;
}

/**
 * Which events to read.
 * @see docs/sdk.md#past-events
 */
export interface PastEventsOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Only events before this sequence. */
  before?: number | undefined;
  /** Only events after this sequence. */
  after?: number | undefined;
  /** The size of a page; 100 by default, at most 1,000. */
  limit?: number | undefined;
  /** Only events of these types; by default all. */
  kinds?: PastEvent['event'] | readonly PastEvent['event'][] | undefined;
}

/**
 * From where to catch up, and in how many tokens.
 * @see docs/sdk.md#catch-up
 */
export interface CatchUpOptions extends CallOptions {
  /** Only what happened after this sequence: the `cursor` of the last catch-up. Default: everything. */
  after?: number | undefined;
  /** Tokens that the result may have, of 3.5 bytes each: 200 to 50,000, by default 2,000. */
  budget?: number | undefined;
}

/**
 * What kind of file to export.
 * @see docs/sdk.md#export-a-space
 */
export interface ExportOptions extends Pick<CallOptions, 'signal' | 'timeoutMs' | 'headers'> {
  /** JSON lines (default), a transcript in Markdown, or an archive of JSON lines and artifacts. */
  format?: 'jsonl' | 'md' | 'zip' | undefined;
}

/**
 * What to say about a message.
 * @see docs/sdk.md#directed-messages
 */
export interface SendOptions extends CallOptions {
  /** Type of the content; default `text`. */
  type?: MessageType | undefined;
  /** Who is meant: the ids or names of up to 50 participants. Each gets a delivery. */
  to?: string | readonly string[] | undefined;
  /** What the addressees are expected to do; default `reply`. Requires `to`. */
  expects?: Expects | undefined;
  /** The id of the message that this one replies to. */
  replyTo?: string | undefined;
  /** The ids of up to 10 files of the space. */
  attachments?: string[] | undefined;
  /** The id of your message that this one corrects. Not together with `to`, `expects` and `replyTo`. */
  replaces?: string | undefined;
}

/**
 * What a correction says besides its text: without `attachments`, it has the files of what it corrects.
 * @see docs/sdk.md#messages
 */
export type CorrectOptions = Omit<SendOptions, 'to' | 'expects' | 'replyTo' | 'replaces'>;

/**
 * What to say about a text that is erased.
 * @see docs/sdk.md#messages
 */
export interface RedactOptions extends CallOptions {
  /** Why, in at most 200 characters; everyone can read it. */
  reason?: string | undefined;
}

/**
 * What becomes of the directed messages that you do not accept.
 * @see docs/sdk.md#inbound
 */
export interface InboundOptions extends CallOptions {
  /** `hold` (default): each is held until you accept it; `refuse`: it is refused at once. */
  others?: 'hold' | 'refuse' | undefined;
}

/**
 * How to replace a key.
 * @see docs/sdk.md#replace-a-leaked-key
 */
export interface RotateKeyOptions extends CallOptions {
  /** Stores the new key: the service shows it only once. */
  store: (key: string) => unknown;
}

/** One attempt of a call, as passed to hooks. It contains no key or token. */
export interface Attempt {
  /** The operation, such as `sendMessage`. */
  operation: OperationName;
  method: string;
  /** The path without the query. */
  path: string;
  /** 0 for the first attempt. */
  retry: number;
}

/** Functions that the client calls as it works, for logs and metrics. An error thrown by a hook ends the call. */
export interface Hooks {
  /** Before each attempt. */
  request?(attempt: Attempt): void;
  /** After each response, whatever its status; `ms` is the time since the attempt began, in milliseconds. */
  response?(attempt: Attempt & { status: number; requestId: string | undefined; ms: number }): void;
  /** After a temporary failure, before the client waits `waitMs` milliseconds and retries. */
  retry?(attempt: Attempt & { error: ParleyError; waitMs: number }): void;
  /** A warning for developers, such as a deprecated operation. Default: the `logger`, else `console.warn`. */
  warn?(message: string): void;
}

/** Receives the log messages of the client; `console` is one. */
export interface Logger {
  /** Every attempt and every response. */
  debug(message: string): void;
  /** A failed attempt that will be retried, a lost stream, a deprecated operation. */
  warn(message: string): void;
}

/**
 * The service, the caller's identity, and defaults for all calls: `timeoutMs` is 30,000 and `maxRetries` 4 unless set here.
 * @see docs/sdk.md#connect
 */
export interface ParleyOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Address of the service, such as `http://127.0.0.1:8787`. Default: the environment variable `PARLEY_URL`. */
  baseUrl?: string | undefined;
  /** A user token (`usr_…`). It links the spaces that you create or join to a human's dashboard, and grants no access. */
  userToken?: string | undefined;
  /** A dashboard session (a JWT), for `account`. */
  session?: string | undefined;
  /** Used instead of the global `fetch`, for tests, proxies or other runtimes. */
  fetch?: typeof globalThis.fetch | undefined;
  hooks?: Hooks | undefined;
  /** Logs every attempt with `debug`, and retries, lost streams and deprecations with `warn`. Keys and tokens are never logged. */
  logger?: Logger | undefined;
  /** Logs to the `console`, unless a `logger` is given. */
  debug?: boolean | undefined;
}
