import type { Exchange, Reply } from './wire.ts';

const everyReply = ['api-version', 'x-request-id'];
/** A preflight comes from the browser, not from its page, and is not counted. */
const everyOtherReply = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'];
/** Traces of our code, or of a library, in error texts. */
const inside =
  /\bat .+:\d+:\d+|node_modules|node:internal|\/dist\/|\bselect .+ from\b|\binsert into\b|^Invalid |: Invalid |Too (big|small):|Unrecognized key/i;

/** What is wrong with the reply to a valid HTTP request. */
export function faultsOf(reply: Reply, method = 'GET'): string[] {
  const faults: string[] = [];
  const { status, headers } = reply;
  if (!(status >= 200 && status < 500)) faults.push(`status ${status}`);
  const expected = method === 'OPTIONS' ? everyReply : [...everyReply, ...everyOtherReply];
  for (const name of expected) if (!headers.has(name)) faults.push(`no ${name}`);
  if (status === 401 && !headers.get('www-authenticate')?.startsWith('Bearer resource_metadata="'))
    faults.push('401 without discovery');
  if (status === 405 && !headers.has('allow')) faults.push('405 without Allow');
  if (status >= 400) faults.push(...faultsOfRefusal(reply, method));
  return faults;
}

/** A refusal is JSON `{ error, code }`, also for invalid HTTP. */
export function faultsOfRefusal({ headers, body }: Reply, method = 'GET'): string[] {
  const type = headers.get('content-type') ?? 'none';
  if (!type.startsWith('application/json')) return [`content type ${type}`];
  if (method === 'HEAD') return [];
  const text = body.toString('utf8');
  const told = parsed(text) as { error?: unknown; code?: unknown } | undefined;
  if (typeof told?.error !== 'string' || typeof told.code !== 'string') return [`body ${text.slice(0, 200)}`];
  return inside.test(told.error) ? [`leaks internals: ${told.error}`] : [];
}

/** The single reply to a valid HTTP request. */
export function faultsOfOne({ replies, cutShort, timedOut }: Exchange, method = 'GET'): string[] {
  if (timedOut) return ['no reply in time'];
  if (replies.length !== 1) return [cutShort ? 'a reply cut short' : `${replies.length} replies`];
  return faultsOf(replies[0]!, method);
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
