import { addressOf, inPasswords } from './address/address.ts';
import { Unusable } from './unusable.ts';

const untrusted =
  'its certificate is of an authority that is not known here: add sslrootcert=FILE with that authority in PEM to its URL, or sslmode=require to encrypt without asking who it is';

const withoutTls = 'it does not offer TLS: configure it to, or use sslmode=disable in its URL';
export const noSchema =
  'no schema of its search_path exists: create it, or change search_path (schema, currentSchema, options) in its URL';

/** Why a PostgreSQL cannot be used, by the code of the error, and what to change. */
const reasons: Record<string, string> = {
  ENOTFOUND: `its host is not known here: correct the host in its URL; ${inPasswords}`,
  EAI_AGAIN: 'its host could not be looked up: the name service does not answer',
  ECONNREFUSED: 'nothing listens there: start it, or correct host and port in its URL',
  ENOENT: 'there is no such socket: start it, or correct the host in its URL',
  EACCES: 'this process is not allowed to use its socket',
  CONNECT_TIMEOUT: 'it does not answer: correct host and port in its URL, or let this machine through its firewall',
  ETIMEDOUT: 'it does not answer: correct host and port in its URL, or let this machine through its firewall',
  EHOSTUNREACH: 'no network leads there: correct the host in its URL',
  ENETUNREACH: 'no network leads there: correct the host in its URL',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name: use that name as the host in its URL, or sslmode=verify-ca to accept any name of this authority',
  ERR_SSL_WRONG_VERSION_NUMBER: withoutTls,
  NO_SUCH_SESSION: 'none of its hosts has the session that target_session_attrs in its URL asks for',
  '28P01': `it refuses the user or the password: correct them in its URL; ${inPasswords}`,
  '28000': 'it refuses this user, host and encryption: change pg_hba.conf, or user, sslmode, sslcert and sslkey in its URL',
  '3D000': 'the database does not exist: create it, or correct the path of its URL',
  '3F000': noSchema,
  '42501': 'its user lacks a right: grant it, or use another user in its URL',
  '53300': 'it has too many connections: raise max_connections, or use a pool',
  '57P03': 'it is starting or stopping: try again in a moment',
};

/** Runs work that needs the PostgreSQL at `url`. What an operator can change about a failure is `Unusable`, with one line that says it. */
export async function explaining<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explained(error, url);
  }
}

function explained(error: unknown, url: string): unknown {
  // Drizzle puts the whole statement around an error.
  const { cause, code, message = '' } = error as { cause?: unknown; code?: unknown; message?: string };
  if (cause !== undefined && code === undefined) return explained(cause, url);
  if (typeof code !== 'string' || error instanceof Unusable) return error;
  const reason = /before secure TLS/.test(message) ? withoutTls : reasons[code];
  const isOfPostgres = /^[0-9A-Z]{5}$/.test(code);
  if (reason === undefined && !isOfPostgres) return error;
  const said = message.split('\n')[0]!;
  const text = reason === undefined ? said : `${reason} (${said || code})`;
  return new Unusable(`PostgreSQL at ${placesOf(url)}: ${text}`, { cause: error });
}

const placesOf = (url: string): string =>
  addressOf(url)
    .hosts.map(({ host, port }) => (host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`))
    .join(' and ');
