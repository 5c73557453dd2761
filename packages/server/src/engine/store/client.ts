import postgres from 'postgres';
import { addressOf, type DatabaseAddress } from './address/address.ts';
import { openFittingHost } from './address/hosts.ts';

const sameEverywhere = {
  int8: { to: 20, from: [20], parse: Number, serialize: String },
  json: { to: 114, from: [114, 3802], parse: (text: string) => text, serialize: (text: string) => text },
};

const connectSeconds = 10;

const options = {
  // Array types are not needed: arrays are sent as literals.
  fetch_types: false,
  types: sameEverywhere,
  onnotice: () => {},
  // Seconds before a reconnect; the default waits up to 20.
  backoff: () => 0.2,
};

export type Client = ReturnType<typeof connect>;

interface Hooks {
  onnotify?: (channel: string, payload: string) => void;
  onclose?: () => void;
}

/** Connects to the PostgreSQL at `url`, whose sessions get `settings`. */
export function connect(url: string, max: number, settings: Record<string, string> = {}, hooks: Hooks = {}) {
  const address = addressOf(url);
  const { connectTimeoutSeconds = connectSeconds } = address;
  const at = (host: DatabaseAddress['hosts'][0]) => ({
    ...options,
    ...(host.host.startsWith('/') ? { path: `${host.host}/.s.PGSQL.${host.port}` } : host),
    ...(address.user !== undefined && { user: address.user }),
    ...(address.password !== undefined && { password: address.password }),
    ...(address.database !== undefined && { database: address.database }),
    ssl: host.host.startsWith('/') ? false : address.ssl,
    connect_timeout: connectTimeoutSeconds,
    connection: { application_name: 'parley', ...address.session, ...settings },
  });
  const [first] = address.hosts;
  const isOne = address.hosts.length === 1 && address.target === undefined;
  const socket = isOne ? {} : { socket: openFittingHost(address, (host) => postgres({ ...at(host), max: 1 })) };
  return postgres({ ...at(first), ...hooks, max, ...socket });
}
