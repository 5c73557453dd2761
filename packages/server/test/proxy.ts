import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/testing';
import { snippets } from './snippets.ts';

/** What stands in the configuration of the guide, and what a test puts there instead. */
interface Place {
  folder: string;
  upstream: string;
  http: number;
  https: number;
}

interface Kind {
  /** The configuration of the guide, moved to a place. */
  config(place: Place): string;
  words(file: string): string[];
}

/** nginx writes beside its configuration, and needs no rights. */
const nginx: Kind = {
  config({ folder, upstream, http, https }) {
    const [site] = snippets('reverse-proxies', 'nginx');
    const moved = site!
      .replace('127.0.0.1:8787', upstream)
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
      .replace(/(ssl_certificate) .*;/, `$1 ${folder}/cert.pem;`)
      .replace(/(ssl_certificate_key) .*;/, `$1 ${folder}/key.pem;`)
      .replaceAll('/var/log/nginx', folder);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${folder}/${use};`);
    return `daemon off; master_process off; pid ${folder}/pid; events {} http { ${temporary.join(' ')}\n${moved}\n}`;
  },
  words: (file) => ['-e', 'stderr', '-c', file],
};

const caddy: Kind = {
  config({ folder, upstream, http, https }) {
    const [file] = snippets('reverse-proxies', 'caddy');
    return file!
      .replace('{\n', `{\n\tadmin off\n\thttp_port ${http}\n\tskip_install_trust\n`)
      .replace('parley.example.org {', `https://localhost:${https} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`)
      .replace('127.0.0.1:8787', upstream);
  },
  words: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
};

export const kinds = { nginx, caddy };
export type KindName = keyof typeof kinds;

export const isInstalled = (name: KindName): boolean => spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0;

/** A proxy with the configuration of the guide in front of a server. */
export class Proxy {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'));
  http = 0;
  https = 0;
  #said = '';
  #process?: ChildProcess;

  async start(name: KindName, upstream: string): Promise<void> {
    [this.http, this.https] = [await freePort(), await freePort()];
    const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'.split(
      ' ',
    );
    execFileSync('openssl', [...request, '-keyout', 'key.pem', '-out', 'cert.pem'], { cwd: this.folder, stdio: 'ignore' });
    const file = join(this.folder, 'config');
    writeFileSync(file, kinds[name].config({ folder: this.folder, upstream, http: this.http, https: this.https }));
    const env = { ...process.env, XDG_DATA_HOME: this.folder, XDG_CONFIG_HOME: this.folder };
    const running = spawn(name, kinds[name].words(file), { cwd: this.folder, env });
    this.#process = running;
    for (const output of [running.stdout, running.stderr]) output.on('data', (chunk: Buffer) => (this.#said += chunk.toString()));
    while (!(await listens(this.https))) {
      if (running.exitCode !== null) throw new Error(`${name} ended with ${running.exitCode}: ${this.#said}`);
    }
  }

  get url(): string {
    return `https://localhost:${this.https}`;
  }

  /** Everything it printed or wrote into a log. */
  get logs(): string {
    const files = readdirSync(this.folder).filter((file) => file.endsWith('.log'));
    return [this.#said, ...files.map((file) => readFileSync(join(this.folder, file), 'utf8'))].join('\n');
  }

  async stop(): Promise<void> {
    const running = this.#process;
    if (running && running.exitCode === null) {
      running.kill('SIGTERM');
      await once(running, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() && true));
    socket.once('error', () => setTimeout(() => resolve(false), 50));
  });
