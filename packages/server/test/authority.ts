import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private authority, which issues certificates into a folder that a PostgreSQL of another user can read. */
export class Authority {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-authority-'));
  readonly root: string;

  constructor() {
    chmodSync(this.folder, 0o755);
    this.#openssl('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem');
    this.root = join(this.folder, 'ca.pem');
  }

  issue(name: string, alternatives = ''): { cert: string; key: string } {
    const [cert, key] = [join(this.folder, `${name}.pem`), join(this.folder, `${name}.key`)];
    writeFileSync(join(this.folder, 'extensions'), alternatives && `subjectAltName=${alternatives}\n`);
    this.#openssl(`req -newkey rsa:2048 -nodes -subj /CN=${name} -keyout ${key} -out request`);
    this.#openssl(`x509 -req -in request -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile extensions -out ${cert}`);
    return { cert, key };
  }

  /** Gives a key to the user of PostgreSQL, which is another one if this is root. */
  give(key: string): void {
    chmodSync(key, 0o600);
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', key]);
  }

  remove = (): void => rmSync(this.folder, { recursive: true });

  #openssl(words: string): void {
    execFileSync('openssl', words.split(' '), { cwd: this.folder, stdio: 'ignore' });
  }
}
