import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** What installing and building do, as lines of a shell script. */
interface SetUp {
  install?: string;
  build?: string;
}

/**
 * A clone of the repository that shares the built packages with it. The `npm` that its scripts find does what the test says; the
 * rest is real.
 */
export class Clone {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-clone-'));

  constructor({ install = ':', build = ':' }: SetUp = {}) {
    for (const file of ['scripts', 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
      cpSync(join(repository, file), join(this.folder, file), { recursive: true });
    for (const folder of ['packages', 'apps']) symlinkSync(join(repository, folder), join(this.folder, folder));
    const npm = join(this.folder, 'npm');
    writeFileSync(npm, `#!/bin/sh\ncase "$*" in\n*' pnpm install '*) ${install} ;;\n*' turbo run build '*) ${build} ;;\nesac\n`);
    chmodSync(npm, 0o755);
  }

  /** The environment in which `npm` is ours and the server takes any free port. */
  get env(): Record<string, string> {
    return { PATH: `${this.folder}:${process.env['PATH']}`, PORT: '0', PARLEY_DATA_DIR: join(this.folder, 'data') };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
