import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../failure.ts';

/** The folder of a profile (XDG Base Directory Specification). */
export function profileFolder(profile: string, env: NodeJS.ProcessEnv = process.env): string {
  if (!/^\w[\w.-]{0,63}$/.test(profile)) {
    throw new Failure('usage', `“${profile}” is not a valid profile name`, 'use letters, digits, “.”, “-” and “_”');
  }
  // The specification says to ignore relative paths.
  const given = env['XDG_DATA_HOME'];
  const data = given?.startsWith('/') || /^[a-z]:/i.test(given ?? '') ? given! : join(homedir(), '.local', 'share');
  return join(data, 'parley', profile);
}
