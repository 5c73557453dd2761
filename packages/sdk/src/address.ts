interface Environment {
  process?: { env?: Record<string, string | undefined> };
}

/** The base URL of the service without a trailing slash: the given one, or else `PARLEY_URL` in runtimes that have an environment. */
export function serviceAddress(given: string | undefined): string {
  const baseUrl = given ?? ((globalThis as Environment).process?.env?.['PARLEY_URL'] || undefined);
  const name = given === undefined ? 'PARLEY_URL' : 'baseUrl';
  if (baseUrl === undefined)
    throw new TypeError(
      "baseUrl is required, for example 'http://127.0.0.1:8787', unless the environment variable PARLEY_URL is set",
    );
  const { protocol, username, password, search, hash } = parsed(baseUrl) ?? {};
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new TypeError(`${name} must be a URL that begins with http:// or https://`);
  // `fetch` refuses such a URL with an error that contains it.
  if (username || password) throw new TypeError(`${name} must not contain a user name or password`);
  if (search || hash) throw new TypeError(`${name} must not contain a query or fragment`);
  return baseUrl.trim().replace(/\/+$/, '');
}

function parsed(text: unknown): URL | undefined {
  try {
    return typeof text === 'string' ? new URL(text) : undefined;
  } catch {
    return undefined;
  }
}
