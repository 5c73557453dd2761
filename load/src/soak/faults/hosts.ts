import { execFileSync, spawnSync } from 'node:child_process';
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
export class Hosts {
  readonly #name: string;
  readonly client: Wire;
  readonly #database: Wire;
  readonly #relayed = new Set<Socket>();
  #relay: Server | undefined;

  private constructor() {
    made += 1;
    this.#name = `parley-soak-${process.pid}-${made}`;
    const wire = (letter: string, place: number): Wire => {
      const [network, first] = [`198.18.${process.pid % 256}`, 8 * made + 4 * place];
      return {
        name: `pa${process.pid % 100_000}${letter}${made}`,
        near: `${network}.${first + 1}`,
        far: `${network}.${first + 2}`,
      };
    };
    [this.client, this.#database] = [wire('c', 0), wire('d', 1)];
  }

  static async make(): Promise<Hosts> {
    const hosts = new Hosts();
    ip('netns', 'add', hosts.#name);
    hosts.#far('link', 'set', 'lo', 'up');
    for (const { name, near, far } of [hosts.client, hosts.#database]) {
      ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'far', 'netns', hosts.#name);
      hosts.#far('link', 'set', 'far', 'name', name);
      ip('addr', 'add', `${near}/30`, 'dev', name);
      ip('link', 'set', name, 'up');
      hosts.#far('addr', 'add', `${far}/30`, 'dev', name);
      hosts.#far('link', 'set', name, 'up');
    }
    return hosts;
  }

  /** The command that runs another one there. */
  get by(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#name];
  }

  /** Makes a port of this host reachable from there: PostgreSQL accepts only connections from its own host. */
  async relay(port: number): Promise<{ host: string; port: number }> {
    const relay = createServer((socket) => {
      this.#relayed.add(socket);
      pipeline(socket, connect(port, '127.0.0.1'), socket, () => this.#relayed.delete(socket));
    });
    this.#relay = relay;
    await new Promise<void>((resolve) => relay.listen(0, this.#database.near, resolve));
    return { host: this.#database.near, port: (relay.address() as AddressInfo).port };
  }

  /** From now on the wire to the database loses everything that one end sends. */
  lose(from: 'near' | 'far'): void {
    this.#neighbour(from, 'replace', 'lladdr', nobody, 'nud', 'permanent');
  }

  heal(from: 'near' | 'far'): void {
    this.#neighbour(from, 'del');
  }

  async stop(): Promise<void> {
    for (const socket of this.#relayed) socket.destroy();
    this.#relay?.close();
    for (const { name } of [this.client, this.#database]) ip('link', 'del', name);
    ip('netns', 'del', this.#name);
  }

  /** Sets where one end sends what is for the other one. */
  #neighbour(end: 'near' | 'far', verb: string, ...more: string[]): void {
    const { name, near, far } = this.#database;
    const words = ['neigh', verb, end === 'near' ? far : near, 'dev', name, ...more];
    if (end === 'near') ip(...words);
    else this.#far(...words);
  }

  readonly #far = (...words: string[]): string => ip('-n', this.#name, ...words);
}
