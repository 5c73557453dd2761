/** A recorded conversation: requests and the expected answers. */
export interface Transcript {
  name: string;
  kind: 'spec' | 'addition';
  steps: { request: Asked; response: Expected }[];
}

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

interface Expected {
  status: number;
  headers: Record<string, string>;
  body?: unknown;
}

const types: Record<string, RegExp> = {
  uuid: /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/,
  key: /[0-9a-f]{64}/,
  time: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/,
  url: /https?:\/\/[^\s"]+/,
  origin: /https?:\/\/[^\s"/]+/,
  string: /[^]*/,
};
const placeholder = /\{\{(\w*)(?::(\w+))?\}\}/g;

/** Sends the requests of a transcript; returns the first difference, if any. */
export async function replay(url: string, { steps }: Transcript): Promise<string | undefined> {
  const told = new Map<string, string>();
  for (const [index, { request, response }] of steps.entries()) {
    const { method, path, headers, body } = JSON.parse(filled(JSON.stringify(request), told)) as Asked;
    const asked = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(url + path, { ...asked, redirect: 'manual' });
    const fault = await faultOf(answer, response, told);
    if (fault !== undefined) return `step ${index + 1}, ${request.method} ${request.path}: ${fault}`;
  }
  return undefined;
}

async function faultOf(
  answer: Response,
  { status, headers, body }: Expected,
  told: Map<string, string>,
): Promise<string | undefined> {
  const text = await answer.text();
  if (answer.status !== status) return `status ${answer.status} and not ${status}: ${text}`;
  const isJson = headers['content-type'] === 'application/json';
  const wrong = body === undefined ? text !== '' && 'a body' : departure(isJson ? JSON.parse(text) : text, body, told, 'body');
  if (wrong) return wrong;
  for (const [name, expected] of Object.entries(headers)) {
    const fault = departure(answer.headers.get(name)?.replace(/; ?charset=.*$/, ''), expected, told, name);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Additional fields are permitted; arrays must have the expected length. */
function departure(actual: unknown, expected: unknown, told: Map<string, string>, at: string): string | undefined {
  if (expected === '{{:integer}}') return Number.isInteger(actual) ? undefined : `${at} is no integer`;
  if (typeof expected === 'string') {
    return typeof actual === 'string' && captures(actual, expected, told) ? undefined : `${at} is not ${expected}`;
  }
  if (typeof expected !== 'object' || expected === null)
    return actual === expected ? undefined : `${at} is not ${String(expected)}`;
  if (typeof actual !== 'object' || actual === null) return `${at} holds nothing`;
  if (Array.isArray(expected) && (actual as unknown[]).length !== expected.length)
    return `${at} has not ${expected.length} elements`;
  for (const [field, each] of Object.entries(expected)) {
    const fault = departure((actual as Record<string, unknown>)[field], each, told, `${at}.${field}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function captures(actual: string, expected: string, told: Map<string, string>): boolean {
  const names: string[] = [];
  const pattern = expected
    .split(/(\{\{\w*(?::\w+)?\}\})/)
    .map((part) => {
      const [, name, type] = new RegExp(`^${placeholder.source}$`).exec(part) ?? [];
      if (name === undefined) return literal(part);
      if (type === undefined) return literal(told.get(name)!);
      names.push(name);
      return `(${types[type]!.source})`;
    })
    .join('');
  const found = new RegExp(`^${pattern}$`).exec(actual);
  for (const [index, name] of names.entries()) if (found && name) told.set(name, found[index + 1]!);
  return found !== null;
}

const literal = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
const filled = (text: string, told: Map<string, string>): string =>
  text.replaceAll(placeholder, (_, name: string) => told.get(name)!);
