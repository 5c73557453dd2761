import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Programs are kept from one run of the tests to the next, for this user only. */
const cache = join(tmpdir(), `parley-installed-${userInfo().username}`);

/** A host, or a framework, that is installed from npm. */
export interface Program {
  name: string;
  version: string;
  /** What npm installs. */
  packages: readonly string[];
  /** The program, or another file of it, in `node_modules`. */
  file: string;
  /** Whether it is needed that npm leaves out what is optional, because it is large or has to be compiled. */
  isWithoutOptional?: boolean;
}

/** The path of the program; undefined if it cannot be installed here. */
export async function installed({ name, version, packages, file, isWithoutOptional }: Program): Promise<string | undefined> {
  const folder = join(cache, `${name}-${version}`);
  const program = join(folder, 'node_modules', file);
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(join(cache, '.draft-'));
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', ...(isWithoutOptional ? ['--omit=optional'] : [])];
  try {
    await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: draft, timeout: 300_000 });
    await rename(draft, folder);
  } catch {
    // Another run can have been quicker.
    await rm(draft, { recursive: true, force: true });
  }
  return existsSync(program) ? program : undefined;
}
