import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { Failure } from './failure.ts';

const longest = 80;

export const ownNameOption = 'your name in the space (default: PARLEY_NAME, or your name in git or the system)';

/** The name that others see: the given one, otherwise PARLEY_NAME, the user name in git, or the user name of the system. */
export async function ownName(given: string | undefined, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const name = given ?? (env['PARLEY_NAME'] || (await gitName()) || systemName(env));
  if (name === undefined) throw new Failure('usage', 'Your name could not be determined', 'set it with --name or PARLEY_NAME');
  return given ?? [...name].slice(0, longest).join('');
}

async function gitName(): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', ['config', '--get', 'user.name'], { timeout: 2_000 });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

function systemName(env: NodeJS.ProcessEnv): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // A container can run as a user without a name.
    return env['USER'] || undefined;
  }
}
