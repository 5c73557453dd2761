import { notParley, readText, mostListBytes } from './body.ts';
import { networkError } from './errors.ts';
import { answers } from './generated/answers.ts';
import type { OperationName } from './generated/operations.ts';
import type { DirectOptions } from './options.ts';

type LeavesOut = Pick<DirectOptions, 'minimal' | 'ifContext'>;

/** What an operation answered. A body that was cut off is a network error, so that the call is retried. */
export async function read(
  name: OperationName,
  response: Response,
  server: string,
  { minimal, ifContext }: LeavesOut = {},
): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await readText(response, server, name === 'listArtifacts' ? mostListBytes : undefined);
  const [expected = '', ...others] = (answers[name] ?? '').split('|');
  if (expected === 'text') return text;
  const refuse = (what: string, cause?: unknown) => notParley(server, `${what} to ${name}`, { status: response.status, cause });
  const type = response.headers.get('content-type') ?? 'no content type';
  if (others.includes('text') && type.startsWith('text/plain')) return text;
  if (!type.includes('json')) throw refuse(`it answers with ${type.split(';')[0]}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw /^\s*([[{]|$)/.test(text)
      ? networkError('The response was cut off', cause)
      : refuse('it does not answer with JSON', cause);
  }
  const isUnchanged = ifContext !== undefined && (value as { contextUnchanged?: unknown } | null)?.contextUnchanged === true;
  if (!fits(value, expected, minimal === true || isUnchanged)) throw refuse('it gives another answer');
  return value;
}

/** Whether a value has what the client and its callers rely on: its kind, its lists, and the ids and keys that it contains. */
function fits(value: unknown, expected: string, minimal: boolean): boolean {
  if (expected === 'list') return Array.isArray(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = minimal ? expected.replace(/participants|artifacts/g, '') : expected;
  return [...fields.matchAll(/(\w+)(!?)/g)].every(([, name, isText]) => {
    const field = (value as Record<string, unknown>)[name!];
    return isText ? typeof field === 'string' : Array.isArray(field);
  });
}
