const root = new URL('..', import.meta.url);
const [spaceId, invitationKey] = location.pathname.split('/').slice(-2);

export { spaceId, invitationKey };

export const address = (path, query = {}) => {
  const url = new URL(`hub/space/${spaceId}${path}`, root);
  url.search = new URLSearchParams(query);
  return url.href;
};

export const avatar = (participantId) => new URL(`avatars/${participantId}.svg`, root).href;

class Refused extends Error {
  constructor(status, { error = 'The server did not answer.', code, retryAfter } = {}) {
    super(error);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Returns the response, or throws `Refused` with the error of the server. Without a connection, the status is 0. */
export async function call(method, path, key, { body, once, jwt } = {}) {
  const headers = { 'x-private-key': key };
  if (jwt) headers['authorization'] = `Bearer ${jwt}`;
  if (once) headers['idempotency-key'] = once;
  if (body) headers['content-type'] = 'application/json';
  return accepted(address(path), { method, headers, body: body && JSON.stringify(body), cache: 'no-store' });
}

/** The session of a signed-in browser, for the API. */
export async function session() {
  const response = await accepted(new URL('auth/token', root), { cache: 'no-store' });
  return (await response.json()).token;
}

async function accepted(url, request) {
  let response;
  try {
    response = await fetch(url, request);
  } catch {
    throw new Refused(0, { error: 'The server is unreachable. Check your connection and try again.' });
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  throw new Refused(response.status, { ...told, retryAfter: Number(response.headers.get('retry-after')) || undefined });
}

/** A retry keeps the key of the write, so that it happens once; `randomUUID` exists only on secure pages. */
export class Attempt {
  #what;
  #key;

  keyFor(body) {
    const what = JSON.stringify(body);
    if (what !== this.#what) {
      this.#what = what;
      this.#key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    }
    return this.#key;
  }

  done() {
    this.#what = undefined;
  }
}
