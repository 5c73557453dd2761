import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { isReserved } from './reserved-addresses.ts';

/** Why nothing can be sent to a URL, in words for the participant who registered it: without addresses or names of any network. */
export class Unreachable extends Error {
  override readonly name: string = 'Unreachable';
}

/** It must not be sent anything, whatever happens later. */
export class Forbidden extends Unreachable {
  override readonly name = 'Forbidden';
}

/** It took longer than it may. */
export class Late extends Unreachable {
  override readonly name = 'Late';
}

/** The IP addresses of a name; throws if there are none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface Destinations {
  /**
   * Why a URL must not be called, if that is known already. A name that cannot be resolved now is accepted: every request resolves it
   * again. `atUsualPort`: of a service that has no other, such as the push services of browsers.
   */
  refusalOf(url: URL, needs?: { atUsualPort: boolean }): Promise<string | undefined>;
  /** The addresses to connect to, each of them checked. Throws `Unreachable`. */
  addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[]>;
}

/** How long a caller waits for the name to be resolved. */
const registrationMs = 3_000;

/** Decides where requests can be sent. With `allowsPrivate`, everywhere, and without TLS too. */
export function destinationsWith({ allowsPrivate, resolve }: { allowsPrivate: boolean; resolve: Resolve }): Destinations {
  const assertPublic = (ips: readonly string[]) => {
    if (!allowsPrivate && ips.some(isReserved)) throw new Forbidden('must have a public network address');
  };
  const assertAllowed = (url: URL) => {
    if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:')) throw new Forbidden('must be an https URL');
    if (url.username !== '' || url.password !== '') throw new Forbidden('must not contain a user name or password');
    assertPublic(literalIn(url) ?? []);
  };
  const addressesOf = async (url: URL, signal: AbortSignal) => {
    assertAllowed(url);
    const ips = literalIn(url) ?? (await resolve(nameIn(url), signal));
    assertPublic(ips);
    return ips;
  };
  return {
    addressesOf,
    async refusalOf(url, { atUsualPort } = { atUsualPort: false }) {
      if (atUsualPort && !allowsPrivate && url.port !== '') return 'must have the usual port of https';
      try {
        await addressesOf(url, AbortSignal.timeout(registrationMs));
      } catch (error) {
        if (error instanceof Forbidden) return error.message;
      }
      return undefined;
    },
  };
}

/** `URL` has already converted all ways to write an IPv4 address: decimal, octal, hexadecimal, shortened. */
const nameIn = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.+$/g, '');

/** The addresses that need no lookup. Names below `localhost` are loopback everywhere (RFC 6761). */
function literalIn(url: URL): readonly string[] | undefined {
  const name = nameIn(url);
  if (isIP(name)) return [name];
  return name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : undefined;
}

/** Asks the name servers directly: slow ones cannot exhaust the thread pool of the process, and `/etc/hosts` is not read. */
export const resolveByDns: Resolve = async (name, signal) => {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const ips = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (ips.length === 0) throw new Unreachable('Its host name could not be resolved');
    return ips;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
