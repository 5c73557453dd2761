const patienceMs = 60_000;

/** The answer. */
export interface Answer<Body> {
  /** 0 if the connection ended without an answer. */
  status: number;
  headers: Headers;
  body: Body;
}

/** The status of a call whose connection ended without an answer. */
export const unanswered = 0;

/** Additional parts of a request. */
export interface Sent {
  key?: string | undefined;
  headers?: Record<string, string>;
  body?: object | string | undefined;
}

/** Sends JSON without using the contract; throws anything that is neither a JSON answer nor a broken connection. */
export async function call<Body = Record<string, string>>(
  { url }: { url: string },
  method: string,
  path: string,
  { key, headers, body }: Sent = {},
): Promise<Answer<Body>> {
  const all = {
    ...(key !== undefined && { 'x-private-key': key }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  const sent = typeof body === 'object' ? JSON.stringify(body) : (body ?? null);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url + path, { method, headers: all, body: sent, signal: AbortSignal.timeout(patienceMs) });
    text = await response.text();
  } catch (error) {
    // This is how `fetch` reports a connection that was refused, reset or closed too early.
    if (error instanceof TypeError) return { status: unanswered, headers: new Headers(), body: {} as Body };
    throw error;
  }
  if (response.status === 204) return { status: 204, headers: response.headers, body: {} as Body };
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) throw new Error(`${method} answered ${response.status} as ${type}: ${text}`);
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as Body };
}
