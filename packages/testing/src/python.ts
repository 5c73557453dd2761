import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const succeeds = (program: string, ...words: string[]): boolean => spawnSync(program, words).status === 0;

/**
 * The Python of a virtual environment with a package such as `mcp==2.3.0`, or undefined where it cannot be installed.
 * All tests of a run share it: it is in the temporary folder of the run, which ends with it.
 */
export function pythonWith(requirement: string): string | undefined {
  const place = join(tmpdir(), 'parley-pythons', requirement);
  const python = join(place, 'bin/python');
  if (existsSync(place)) return python;
  mkdirSync(dirname(place), { recursive: true });
  // Another process can install the same at this time.
  const draft = mkdtempSync(`${place}-`);
  if (!install(draft, requirement)) return undefined;
  try {
    renameSync(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    rmSync(draft, { recursive: true });
  }
  return python;
}

/** By the pip that is there, because a pip in each environment costs more than most packages. */
function install(folder: string, requirement: string): boolean {
  const own = join(folder, 'bin/python');
  const words = ['install', '--quiet', '--disable-pip-version-check', '--no-compile', requirement];
  if (!succeeds('python3', '-m', 'venv', '--without-pip', folder)) return false;
  if (succeeds('python3', '-m', 'pip', '--python', own, ...words)) return true;
  return succeeds(own, '-m', 'ensurepip') && succeeds(own, '-m', 'pip', ...words);
}
