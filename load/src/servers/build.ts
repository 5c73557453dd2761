import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { firstLine } from '../process/first-line.ts';
import { interrupted } from '../process/interrupted.ts';
import { scratch } from '../process/resources.ts';

/** The folder of this repository. A build is the folder of a built commit. */
export const thisBuild: string = join(import.meta.dirname, '../../..');

const git = (...words: string[]): string =>
  execFileSync('git', words, { cwd: thisBuild, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** The short hash of a commit of this repository; throws if there is none. */
export function hashOf(commit: string): string {
  try {
    return git('rev-parse', '--verify', '--short', '--end-of-options', `${commit}^{commit}`);
  } catch (error) {
    throw new Error(`"${commit}" is no commit of this repository: ${firstLine(error)}`, { cause: error });
  }
}

/** Checks a commit out into a folder that is deleted when this process ends, and builds it with its own scripts. */
export async function buildOf(hash: string): Promise<string> {
  const root = scratch(hash);
  process.prependOnceListener('exit', () => {
    spawnSync('git', ['worktree', 'remove', '--force', root], { cwd: thisBuild, stdio: 'ignore' });
  });
  git('worktree', 'add', '--quiet', '--detach', root, hash);
  process.stderr.write(`${hash}:\n`);
  const building = spawn(process.execPath, ['scripts/run.mjs', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  const stop = () => building.kill('SIGTERM');
  interrupted.addEventListener('abort', stop);
  const [code] = (await once(building, 'close')) as [number | null];
  interrupted.removeEventListener('abort', stop);
  interrupted.throwIfAborted();
  if (code !== 0) throw new Error(`${hash} could not be built`);
  return root;
}
