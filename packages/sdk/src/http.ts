import { NetworkError, ParleyError, RateLimitError, TimeoutError } from './errors.ts';
import type { Access } from './access.ts';
import { operations, type OperationName, type Operations } from './generated/operations.ts';
import { errorOf } from './refusal.ts';
import { anyOf, backoffMs, pause, within } from './time.ts';

/** What one call may set for itself. */
export interface CallOptions {
  /** Ends the call, its retries included. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each try, the body of the answer included. */
  timeoutMs?: number | undefined;
  /** How often a try that failed in passing (no connection, no answer in time, 408, 429, 5xx) is repeated. */
  maxRetries?: number | undefined;
  /** Added to what is sent. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Of a write: the same for all tries of one logical write. Made afresh when not given. */
  idempotencyKey?: string | undefined;
}

/** What a call of an operation by its name may set besides. */
export interface DirectOptions extends CallOptions {
  /** Leaves `participants` and `artifacts` out of an answer that carries how the space is, whatever its type says. */
  minimal?: boolean | undefined;
}

/** A try, as the hooks see it. Keys and tokens are not in it. */
export interface Attempt {
  /** Its name in the specification, such as `sendMessage`. */
  operation: OperationName;
  method: string;
  /** Without the query. */
  path: string;
  /** 0 for the first. */
  retry: number;
}

/** Told what happens, for logs and measurements. What a hook throws ends the call. */
export interface Hooks {
  /** Before a try. */
  request?(attempt: Attempt): void;
  /** An answer has come, of whatever status; `ms` are milliseconds since the try began. */
  response?(attempt: Attempt & { status: number; requestId: string | undefined; ms: number }): void;
  /** After a try that failed in passing, before the wait of `waitMs` milliseconds for the next one. */
  retry?(attempt: Attempt & { error: ParleyError; waitMs: number }): void;
  /** Something the developer should know, such as a deprecated operation. Default: `console.warn`. */
  warn?(message: string): void;
}

/** Which service, who calls, and what holds for all calls: `timeoutMs` 30,000 and `maxRetries` 4 unless they say otherwise. */
export interface ParleyOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Address of the service, such as `http://localhost:8787`. */
  baseUrl: string;
  /** Links what is made or joined to a human's dashboard; grants nothing (`usr_…`). */
  userToken?: string;
  /** Dashboard session (a JWT), for `account`. */
  session?: string;
  /** In place of the global `fetch`, for tests, proxies or other runtimes. */
  fetch?: typeof globalThis.fetch;
  hooks?: Hooks;
}

/** Whether the same call may succeed later: it did not get through, came too often, or the service failed. */
export const retriable = (error: unknown): error is ParleyError =>
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  (error instanceof ParleyError && ([408, 429].includes(error.status) || error.status >= 500));

/** Milliseconds to wait after a failure. */
export const waitMs = (error: unknown, tries: number): number =>
  error instanceof RateLimitError ? error.retryAfter * 1000 : backoffMs(tries);

/** Calls operations over REST: one place for credentials, retries, timeouts and errors. */
export class Http {
  readonly options: ParleyOptions;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly #base: string;
  readonly #warned = new Set<string>();

  constructor(options: ParleyOptions) {
    this.options = options;
    this.timeoutMs = options.timeoutMs ?? 30_000;
    this.maxRetries = options.maxRetries ?? 4;
    this.#base = options.baseUrl.replace(/\/+$/, '');
  }

  /** Calls an operation, again if need be, and answers its output. */
  async call<Name extends OperationName>(
    name: Name,
    input: Operations[Name]['input'],
    key?: string,
    options: DirectOptions = {},
  ): Promise<Operations[Name]['output']> {
    const { timeoutMs = this.timeoutMs, maxRetries = this.maxRetries } = options;
    const signal = anyOf(options.signal, this.options.signal);
    const idempotencyKey = operations[name][0] === 'GET' ? undefined : (options.idempotencyKey ?? uuid());
    for (let retry = 0; ; retry += 1) {
      try {
        return await within(timeoutMs, async (late) => {
          const response = await this.open(name, input, key, { ...options, idempotencyKey }, late, retry);
          return (await read(response)) as Operations[Name]['output'];
        });
      } catch (error) {
        signal.throwIfAborted();
        if (!retriable(error) || retry >= maxRetries) throw error;
        const ms = waitMs(error, retry);
        this.options.hooks?.retry?.({ ...this.#attempt(name, input, retry), error, waitMs: ms });
        await pause(ms, signal);
      }
    }
  }

  /** Makes one try and answers the response if it is a success. */
  async open(
    name: OperationName,
    input: object,
    key: string | undefined,
    options: DirectOptions,
    late?: AbortSignal,
    retry = 0,
  ): Promise<Response> {
    const { hooks, fetch = globalThis.fetch } = this.options;
    const attempt = this.#attempt(name, input, retry);
    const rest = Object.entries(input).filter(([field, value]) => value !== undefined && !isInPath(name, field));
    const isRead = attempt.method === 'GET';
    const query = isRead && rest.length ? `?${new URLSearchParams(rest.map(([field, value]) => [field, String(value)]))}` : '';
    const body = !isRead && rest.length ? JSON.stringify(Object.fromEntries(rest)) : null;
    const credentials = this.#credentials(operations[name][2], key);
    // The runtime's own refusal would print it.
    const unfit = Object.values(credentials).some((value) => /[^ -~]/.test(value.trim()));
    if (unfit) throw new TypeError('A key or token has characters that no header can carry');
    const started = Date.now();
    hooks?.request?.(attempt);
    let response: Response;
    try {
      response = await fetch(this.#base + attempt.path + query, {
        method: attempt.method,
        headers: {
          accept: name === 'streamMessages' ? 'text/event-stream' : 'application/json',
          'api-version': '1',
          ...this.options.headers,
          ...options.headers,
          ...credentials,
          ...(options.minimal && { prefer: 'return=minimal' }),
          ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
          ...(body && { 'content-type': 'application/json' }),
        },
        body,
        signal: anyOf(options.signal, this.options.signal, late),
        // A key must not follow to wherever a redirect leads; `error` is unknown to Workers.
        redirect: 'manual',
      });
    } catch (cause) {
      throw new NetworkError(`${this.#base} could not be reached`, { code: 'network', cause });
    }
    const { status, headers } = response;
    hooks?.response?.({ ...attempt, status, requestId: headers.get('x-request-id') ?? undefined, ms: Date.now() - started });
    this.#warnOfDeprecation(name, headers);
    if (!response.ok) throw errorOf(response, (await read(response, 'text')) as string);
    return response;
  }

  #attempt(operation: OperationName, input: object, retry: number): Attempt {
    const [method, template] = operations[operation];
    const path = template.replace(/\{(\w+)\}/g, (_, field: string) =>
      encodeURIComponent(String((input as Record<string, unknown>)[field])),
    );
    return { operation, method, path, retry };
  }

  #credentials(access: Access, key: string | undefined): Record<string, string> {
    const { userToken, session } = this.options;
    const bearer = session && { authorization: `Bearer ${session}` };
    const link = userToken && { 'x-user-token': userToken };
    return {
      ...(key !== undefined && access.startsWith('key') && { 'x-private-key': key }),
      ...(/link/i.test(access) && link),
      ...(access === 'session' && bearer),
      ...(access === 'user' && (bearer || link)),
    };
  }

  /** Once per operation: it will go away (RFC 9745, RFC 8594). */
  #warnOfDeprecation(name: OperationName, headers: Headers): void {
    const [deprecation, sunset] = [headers.get('deprecation'), headers.get('sunset')];
    if ((!deprecation && !sunset) || this.#warned.has(name)) return;
    this.#warned.add(name);
    // oxlint-disable-next-line no-console -- whoever calls a deprecated operation should hear of it without asking
    const warn = this.options.hooks?.warn ?? console.warn;
    warn(`Parley: the operation ${name} is deprecated${sunset ? ` and ends on ${sunset}` : ''}`);
  }
}

const isInPath = (name: OperationName, field: string): boolean => operations[name][1].includes(`{${field}}`);

/** A body that was cut off is a network error, so that the call is tried again. */
async function read(response: Response, as?: 'text'): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = response.headers.get('content-type')?.includes('json');
  try {
    return await response[as ?? (isJson ? 'json' : 'text')]();
  } catch (cause) {
    throw new NetworkError('The answer was cut off', { code: 'network', cause });
  }
}

/** A random UUID. `crypto.randomUUID` is missing on pages that came by plain http. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}
