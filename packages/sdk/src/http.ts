import type { Access } from './access.ts';
import { serviceAddress } from './address.ts';
import { answerOf, type Answer, type Exchange } from './answer.ts';
import { assertArguments, assertOperation, assertOptions, callOptions, type Shape } from './arguments.ts';
import { readText } from './body.ts';
import {
  NetworkError,
  networkError,
  ParleyError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors.ts';
import { lasting } from './generated/codes.ts';
import { operations, type OperationName, type Operations } from './generated/operations.ts';
import { loggingHooks } from './log.ts';
import type { Attempt, DirectOptions, Hooks, Logger, ParleyOptions } from './options.ts';
import { read } from './shape.ts';
import { anyOf, backoffMs, longestWaitMs, pause, within } from './time.ts';

/** Whether the same call can succeed later: the service was unreachable or failed, or a rate limit was exceeded. */
export const retriable = (error: unknown): error is ParleyError =>
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  (error instanceof ParleyError && !(error instanceof UnexpectedAnswerError) && isPassing(error));

/** A proxy, and a newer service, can send codes that are unknown here. */
const isPassing = ({ code, status }: ParleyError): boolean =>
  !lasting.has(code) && ([408, 429].includes(status) || status >= 500);

/** Whether nobody answered, or only a proxy before the service. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ServerError && [502, 503, 504].includes(error.status));

/** Milliseconds to wait after a failure. */
export function waitMs(error: unknown, tries: number): number {
  if (error instanceof RateLimitError) return Math.min(error.retryAfterMs, longestWaitMs);
  const asked = error instanceof ServerError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(backoffMs(tries), Math.min(asked, longestWaitMs));
}

/** The error that a refused request throws. */
type ErrorOf = (response: Response, text: string, server: string) => ParleyError;

/** A body of bytes: then the input is in the query. */
interface SentOptions extends DirectOptions {
  bytes?: RequestInit['body'];
}

/** What the fields of each operation must be. */
type Fields = Readonly<Record<OperationName, Shape>>;

/** Calls operations over REST: the one place for credentials, retries, timeouts and errors. */
export class Http {
  readonly options: ParleyOptions;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly logger: Logger | undefined;
  readonly #errorOf: ErrorOf;
  readonly #fields: Fields | undefined;
  readonly #hooks: readonly Hooks[];
  readonly #warned = new Set<string>();

  /** @param fields - Without them, only the ids in a path are checked before a request is sent. */
  constructor(errorOf: ErrorOf, options: ParleyOptions = {}, fields?: Fields) {
    const { idempotencyKey: _, ...defaults } = callOptions;
    assertOptions(
      {
        ...defaults,
        baseUrl: 'any?',
        userToken: 'secret?',
        session: 'secret?',
        fetch: 'function?',
        hooks: 'object?',
        logger: 'logger?',
        debug: 'boolean?',
      },
      options,
    );
    assertOptions({ request: 'function?', response: 'function?', retry: 'function?', warn: 'function?' }, options.hooks, 'hooks');
    const { timeoutMs = 30_000, maxRetries = 4, hooks, debug, logger = debug ? console : undefined } = options;
    this.options = options;
    this.#errorOf = errorOf;
    this.#fields = fields;
    this.baseUrl = serviceAddress(options.baseUrl);
    this.timeoutMs = timeoutMs;
    this.maxRetries = maxRetries;
    this.logger = logger;
    this.#hooks = [...(hooks ? [hooks] : []), ...(logger ? [loggingHooks(logger)] : [])];
  }

  /** Calls an operation, with retries, and returns its output. */
  call<Name extends OperationName>(
    name: Name,
    input: Operations[Name]['input'],
    key?: string,
    options: SentOptions = {},
  ): Answer<Operations[Name]['output']> {
    return answerOf(this.#exchange(name, input, key, options));
  }

  async #exchange<Name extends OperationName>(
    name: Name,
    input: Operations[Name]['input'],
    key: string | undefined,
    options: SentOptions,
  ): Promise<Exchange<Operations[Name]['output']>> {
    assertOperation(name, operations);
    const fields = this.#fields?.[name];
    assertOptions(
      { ...callOptions, minimal: 'boolean?', untilTimeout: 'boolean?', ifContext: 'secret?', bytes: 'any?' },
      options,
      'options',
      Object.keys(fields ?? {}),
    );
    assertArguments({ key: 'secret?' }, { key });
    if (fields) assertOptions(fields, input, 'input');
    else assertArguments(inPath(name, input), input, 'input');
    const { timeoutMs = this.timeoutMs, maxRetries = this.maxRetries } = options;
    const isPatient = options.untilTimeout && (options.maxRetries ?? this.options.maxRetries) === undefined;
    const until = isPatient ? Date.now() + timeoutMs : 0;
    const signal = anyOf(options.signal, this.options.signal);
    const idempotencyKey = operations[name][0] === 'GET' ? undefined : (options.idempotencyKey ?? uuid());
    for (let retry = 0; ; retry += 1) {
      try {
        return await within(timeoutMs, async (late) => {
          const response = await this.open(name, input, key, { ...options, idempotencyKey }, late, retry);
          return { data: (await read(name, response, this.baseUrl, options)) as Operations[Name]['output'], response };
        });
      } catch (error) {
        signal.throwIfAborted();
        const leftMs = isUnreachable(error) ? until - Date.now() : 0;
        if (!retriable(error) || (retry >= maxRetries && leftMs <= 0)) throw error;
        const ms = retry < maxRetries ? waitMs(error, retry) : Math.min(waitMs(error, retry), leftMs);
        for (const hooks of this.#hooks) hooks.retry?.({ ...this.#attempt(name, input, retry), error, waitMs: ms });
        await pause(ms, signal);
      }
    }
  }

  /** Makes one attempt and returns the response if it is a success. */
  async open(
    name: OperationName,
    input: object,
    key: string | undefined,
    options: SentOptions,
    late?: AbortSignal,
    retry = 0,
  ): Promise<Response> {
    const { fetch = globalThis.fetch } = this.options;
    const attempt = this.#attempt(name, input, retry);
    const rest = Object.entries(input).filter(([field, value]) => value !== undefined && !isInPath(name, field));
    const { bytes } = options;
    const isInQuery = attempt.method === 'GET' || bytes !== undefined;
    const query = isInQuery && rest.length ? `?${new URLSearchParams(rest.map(([field, value]) => [field, String(value)]))}` : '';
    const json = !isInQuery && rest.length ? JSON.stringify(Object.fromEntries(rest)) : null;
    const started = Date.now();
    for (const hooks of this.#hooks) hooks.request?.(attempt);
    let response: Response;
    try {
      response = await fetch(this.baseUrl + attempt.path + query, {
        method: attempt.method,
        headers: {
          accept: name === 'streamMessages' ? 'text/event-stream' : 'application/json',
          'api-version': '1',
          ...this.options.headers,
          ...options.headers,
          ...this.#credentials(operations[name][2], key),
          ...(options.minimal && { prefer: 'return=minimal' }),
          ...(options.ifContext !== undefined && { 'if-context': `"${options.ifContext}"` }),
          ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
          ...(json && { 'content-type': 'application/json' }),
        },
        body: bytes ?? json,
        // Required for a body that is a stream.
        ...(bytes !== undefined && { duplex: 'half' }),
        signal: anyOf(options.signal, this.options.signal, late),
        // A redirect must not carry the key to another server. Workers do not support `error`.
        redirect: 'manual',
        // Firefox delays a request for 20 s while another tab streams the same address, unless it bypasses the cache. Workers refuse it.
        ...('location' in globalThis && { cache: 'no-store' as const }),
      });
    } catch (cause) {
      throw networkError(`${this.baseUrl} could not be reached`, cause);
    }
    const { status, headers } = response;
    const answered = { ...attempt, status, requestId: headers.get('x-request-id') ?? undefined, ms: Date.now() - started };
    for (const hooks of this.#hooks) hooks.response?.(answered);
    this.#warnOfDeprecation(name, headers);
    if (!response.ok) throw this.#errorOf(response, await readText(response, this.baseUrl), this.baseUrl);
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

  /** Once per operation (RFC 9745, RFC 8594). */
  #warnOfDeprecation(name: OperationName, headers: Headers): void {
    const [deprecation, sunset] = [headers.get('deprecation'), headers.get('sunset')];
    if ((!deprecation && !sunset) || this.#warned.has(name)) return;
    this.#warned.add(name);
    const warnings = this.#hooks.filter(({ warn }) => warn);
    // oxlint-disable-next-line no-console -- developers must see it without having to ask for it
    for (const { warn } of warnings.length ? warnings : [{ warn: console.warn }])
      warn!(`Parley: the operation ${name} is deprecated${sunset ? ` and ends on ${sunset}` : ''}`);
  }
}

const inPath = (name: OperationName, input: object): Shape =>
  Object.fromEntries(
    [...operations[name][1].matchAll(/\{(\w+)\}/g)].map(([, field]) => [
      field!,
      typeof (input as Record<string, unknown>)[field!] === 'number' ? 'integer' : 'id',
    ]),
  );

const isInPath = (name: OperationName, field: string): boolean => operations[name][1].includes(`{${field}}`);

/** A random UUID. Pages that were loaded over plain HTTP have no `crypto.randomUUID`. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}
