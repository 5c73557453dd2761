import { contract, type Operation, type OperationName } from '@parley/core';
import { Exhausted, ownAddress, pause } from '../runner/scope.ts';
import { target } from '../target.ts';
import { inspect, redacted, type Said } from './secrets.ts';

export interface Request {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal;
  /** Whether a 429 is the answer instead of a reason to wait and retry. */
  mayBeRefused?: boolean;
}

const patterns = Object.entries<Operation>(contract()).map(([name, { method, path }]) => ({
  ...{ name: name as OperationName, method },
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** A longer wait is not a rate-limit window but a budget that is used up, such as the spaces that one address creates in an hour. */
const longestWindowSeconds = 120;

/** Sends a request, and searches the whole answer for secrets. */
export async function send({ method, path, headers, body, signal, mayBeRefused }: Request): Promise<Response> {
  for (;;) {
    const response = await fetch(target().url + path, {
      method,
      headers: { 'x-forwarded-for': ownAddress(), ...headers },
      body: body ?? null,
      redirect: 'manual',
      signal: signal ?? AbortSignal.timeout(40_000),
    });
    const watched = await watch(method, path, response);
    const wait = response.headers.get('retry-after');
    // What waiting does not end has no `Retry-After`.
    if (response.status !== 429 || mayBeRefused || wait === null) return watched;
    const seconds = Number(wait);
    if (seconds > longestWindowSeconds) throw new Exhausted(howToServe(operationAt(method, path) ?? method, seconds));
    await pause(1000 * seconds);
  }
}

const howToServe = (what: string, seconds: number): string =>
  `The server limits what one address can do: ${what} is refused for another ${seconds} s. Start one that trusts this machine as a proxy, so that each check is a separate client: PARLEY_TRUST_PROXY=127.0.0.1 npm start`;

async function watch(method: string, path: string, response: Response): Promise<Response> {
  const { status, headers } = response;
  const operation = operationAt(method, path);
  const asked = operation ?? redacted(`${method} ${path}`);
  const said = (text: string): Said => ({ operation, asked, path, status, headers, text });
  if (isStream(headers) && response.body) {
    inspect(said(''));
    return new Response(response.body.pipeThrough(overhearing((text) => inspect(said(text)))), { status, headers });
  }
  const text = await response.text();
  inspect(said(text));
  return new Response(status === 204 || status === 304 ? null : text, { status, headers });
}

const isStream = (headers: Headers): boolean => (headers.get('content-type') ?? '').startsWith('text/event-stream');

function operationAt(method: string, path: string): OperationName | undefined {
  const pathname = path.split('?')[0]!;
  const called = /^\/trpc\/(\w+)$/.exec(pathname)?.[1];
  return patterns.find(({ name, pattern, ...of }) => name === called || (of.method === method && pattern.test(pathname)))?.name;
}

/** Longer than any secret, so that one that arrives in two pieces is found. */
const kept = 4096;

function overhearing(hear: (text: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let tail = '';
  return new TransformStream({
    transform(chunk, controller) {
      const text = tail + decoder.decode(chunk, { stream: true });
      hear(text);
      tail = text.slice(-kept);
      controller.enqueue(chunk);
    },
  });
}
