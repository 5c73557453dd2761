import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** Addresses for measurements (RFC 2544), which no network routes. */
interface Wire {
  name: string;
  near: string;
  far: string;
}

/** Frames to it reach nobody, without an error for who sends them. */
const nobody = '02:00:00:00:00:01';

/** Whether disks can be mounted and networks made. */
export const isRoot = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

export function whyNoHosts(): string | undefined {
  if (!isRoot()) return 'needs root on Linux, to make a network';
  const name = `parley-try-${process.pid}`;
  const made = spawnSync('ip', ['netns', 'add', name]);
  if (made.status !== 0) return 'network namespaces cannot be made (ip netns)';
  ip('netns', 'del', name);
  return undefined;
}

const ip = (...words: string[]): string => execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();
let made = 0;

/** Another host: a network namespace with two wires to this one, one for clients, and one to a database, which can lose what is sent. */
export function makeHost() {
  made += 1;
  const name = `parley-soak-${process.pid}-${made}`;
  const far = (...words: string[]): string => ip('-n', name, ...words);
  const wire = (letter: string, place: number): Wire => {
    const [network, first] = [`198.18.${process.pid % 256}`, 8 * made + 4 * place];
    const ends = { near: `${network}.${first + 1}`, far: `${network}.${first + 2}` };
    return { name: `pa${process.pid % 100_000}${letter}${made}`, ...ends };
  };
  const [client, database] = [wire('c', 0), wire('d', 1)];
  ip('netns', 'add', name);
  far('link', 'set', 'lo', 'up');
  for (const wire of [client, database]) {
    ip('link', 'add', wire.name, 'type', 'veth', 'peer', 'name', 'far', 'netns', name);
    far('link', 'set', 'far', 'name', wire.name);
    ip('addr', 'add', `${wire.near}/30`, 'dev', wire.name);
    ip('link', 'set', wire.name, 'up');
    far('addr', 'add', `${wire.far}/30`, 'dev', wire.name);
    far('link', 'set', wire.name, 'up');
  }
  const relayed = new Set<Socket>();
  let relay: Server | undefined;
  /** Sets where one end sends what is for the other one. */
  const neighbour = (end: 'near' | 'far', verb: string, ...more: string[]) =>
    (end === 'near' ? ip : far)('neigh', verb, database[end === 'near' ? 'far' : 'near'], 'dev', database.name, ...more);
  return {
    /** Where servers listen there. */
    address: client.far,
    /** The command that runs another one there. */
    by: ['ip', 'netns', 'exec', name],
    /** Makes a port of this host reachable from there: PostgreSQL accepts only connections from its own host. */
    async relay(port: number): Promise<{ hostname: string; port: string }> {
      relay = createServer((socket) => {
        relayed.add(socket);
        pipeline(socket, connect(port, '127.0.0.1'), socket, () => relayed.delete(socket));
      });
      await once(relay.listen(0, database.near), 'listening');
      return { hostname: database.near, port: String((relay.address() as AddressInfo).port) };
    },
    /** From now on the wire to the database loses everything that one end sends. */
    lose: (from: 'near' | 'far') => neighbour(from, 'replace', 'lladdr', nobody, 'nud', 'permanent'),
    heal: (from: 'near' | 'far') => neighbour(from, 'del'),
    async stop(): Promise<void> {
      for (const socket of relayed) socket.destroy();
      relay?.close();
      for (const wire of [client, database]) ip('link', 'del', wire.name);
      ip('netns', 'del', name);
    },
  };
}
