import { readFileSync } from 'node:fs';
import { checkServerIdentity, createSecureContext, type ConnectionOptions } from 'node:tls';
import { oneOf, type Take } from './parameters.ts';

/** As postgres.js has it: `prefer` takes TLS where it is offered. */
export type Tls = false | 'prefer' | ConnectionOptions;

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

/** Words of node-postgres, postgres.js and JDBC. */
const otherModes: Record<string, (typeof modes)[number]> = {
  'no-verify': 'require',
  true: 'verify-full',
  '1': 'verify-full',
  false: 'disable',
  '0': 'disable',
};

/** What the parameters say about TLS to the hosts. */
export function tlsIn(take: Take, hosts: readonly string[]): Tls {
  const said = take('sslmode') ?? 'prefer';
  const mode = oneOf('sslmode', otherModes[said] ?? said, modes);
  const isStrict = take('sslaccept') === 'strict';
  const root = take('sslrootcert');
  const ca = root === 'system' ? undefined : fileIn('sslrootcert', root);
  const [cert, key, passphrase] = [fileIn('sslcert', take('sslcert')), fileIn('sslkey', take('sslkey')), take('sslpassword')];
  if ((cert === undefined) !== (key === undefined)) throw new Error('needs sslcert and sslkey together');
  if (mode === 'verify-ca' && root === undefined)
    throw new Error('has sslmode=verify-ca: add sslrootcert=FILE with the authority to trust, or use sslmode=verify-full');
  if (mode === 'disable' || hosts.every((host) => host.startsWith('/'))) return false;
  const own = { ...(cert && { cert, key }), ...(passphrase && { passphrase }), ...(ca && { ca }) };
  try {
    createSecureContext(own);
  } catch (error) {
    throw new Error(`has an sslcert, sslkey or sslrootcert that cannot be used: ${(error as Error).message}`, { cause: error });
  }
  if (mode === 'verify-full' || isStrict || root === 'system') return { ...own, checkServerIdentity: isOneOf(hosts) };
  // As in libpq: an authority that is named is asked for.
  if (ca && (mode === 'require' || mode === 'verify-ca')) return { ...own, checkServerIdentity: () => undefined };
  if (!cert && (mode === 'prefer' || mode === 'allow')) return 'prefer';
  return { ...own, rejectUnauthorized: false };
}

function fileIn(name: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    const text = readFileSync(path, 'utf8');
    if (text.includes('-----BEGIN ')) return text;
  } catch (error) {
    throw new Error(`has ${name}=${path}, a file that cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
  throw new Error(`has ${name}=${path}, a file that is not in PEM`);
}

/** Node.js does not know the host of the socket that postgres.js gives it if that is a number. */
const isOneOf =
  (hosts: readonly string[]): NonNullable<ConnectionOptions['checkServerIdentity']> =>
  (_, certificate) => {
    const found = hosts.map((host) => checkServerIdentity(host, certificate));
    return found.includes(undefined) ? undefined : found[0];
  };
