import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../failures.ts';

/** Where a profile keeps what it holds (XDG Base Directory Specification). */
export function profileFolder(profile: string, env: NodeJS.ProcessEnv = process.env): string {
  if (!/^\w[\w.-]{0,63}$/.test(profile)) {
    throw new Failure('usage', `“${profile}” cannot be the name of a profile`, 'letters, digits, “.”, “-” and “_” can');
  }
  // A relative path there is to be ignored.
  const given = env['XDG_DATA_HOME'];
  const data = given?.startsWith('/') || /^[a-z]:/i.test(given ?? '') ? given! : join(homedir(), '.local', 'share');
  return join(data, 'parley', profile);
}
