import { connect, Socket } from 'node:net';
import type { Sql } from 'postgres';
import type { DatabaseAddress, Host, Target } from './address.ts';

interface Session {
  isStandby: boolean;
  isReadOnly: boolean;
}

const fits: Record<Target, (session: Session) => boolean> = {
  'read-write': ({ isReadOnly }) => !isReadOnly,
  'read-only': ({ isReadOnly }) => isReadOnly,
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
  'prefer-standby': ({ isStandby }) => isStandby,
};

/** All connections of a pool ask at the same time. */
const keptMs = 1_000;

/**
 * Opens sockets to the first of several hosts that can be used, as libpq does. postgres.js tries a list of hosts for ever, without a pause
 * and without saying why. A connection of its own tries each: it signs in, and asks for what is wanted of the session.
 */
export function openFittingHost({ hosts, target }: DatabaseAddress, connectTo: (host: Host) => Sql): () => Promise<Socket> {
  let found: Promise<Host> | undefined;
  const forget = () => (found = undefined);
  const find = (): Promise<Host> => {
    found ??= firstThatFits(hosts, target, connectTo).finally(() => setTimeout(forget, keptMs).unref());
    return found;
  };
  return async () => {
    try {
      const { host, port } = await find();
      const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      // What postgres.js asks a certificate for.
      return Object.assign(socket, { host, port });
    } catch (error) {
      // postgres.js never uses a connection again whose socket could not be created.
      const broken = new Socket();
      setImmediate(() => broken.destroy(error as Error));
      return broken;
    }
  };
}

async function firstThatFits(hosts: readonly Host[], target: Target | undefined, connectTo: (host: Host) => Sql): Promise<Host> {
  const failures: unknown[] = [];
  for (const host of hosts) {
    try {
      const session = await sessionOf(connectTo(host));
      if (!target || fits[target](session)) return host;
    } catch (error) {
      failures.push(error);
    }
  }
  if (target === 'prefer-standby') return firstThatFits(hosts, undefined, connectTo);
  throw failures[0] ?? Object.assign(new Error(`no ${target}`), { code: 'NO_SUCH_SESSION' });
}

async function sessionOf(client: Sql): Promise<Session> {
  try {
    const query = `select pg_is_in_recovery(), current_setting('transaction_read_only') = 'on'`;
    const [[isStandby, isReadOnly] = []] = await client.unsafe(query).values();
    return { isStandby: isStandby === true, isReadOnly: isReadOnly === true };
  } finally {
    await client.end({ timeout: 1 });
  }
}
