import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Context } from '../../context.ts';
import type { Group } from '../groups.ts';
import type { ToolList } from '../tool-lists.ts';
import type { Launch } from './hosts.ts';

/** Settings that a host does not inherit if it is started from a desktop. */
const inherited = ['XDG_DATA_HOME', 'PARLEY_KEYCHAIN'];

/** How a host starts `parley mcp` as this command was started, without any key. */
export function launchOf(
  { options }: Context,
  { channel, allow, tools }: { channel?: boolean; allow?: readonly Group[]; tools?: ToolList },
  env: NodeJS.ProcessEnv = process.env,
): Launch {
  const profile = options.profile || env['PARLEY_PROFILE'];
  const url = options.url || env['PARLEY_URL'];
  const words = [
    'mcp',
    ...(options.space ? ['--space', options.space] : []),
    ...(profile ? ['--profile', profile] : []),
    ...(url ? ['--url', url] : []),
    ...(channel ? ['--channel'] : []),
    ...(allow ? ['--allow', allow.join(',')] : []),
    ...(tools && tools !== 'participant' ? ['--tools', tools] : []),
  ];
  const script = realpathSync(process.argv[1]!);
  const own = Object.fromEntries(inherited.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  return isOnPath(script, env)
    ? { command: 'parley', args: words, env: own }
    : { command: process.execPath, args: [script, ...words], env: own };
}

/** Whether `parley` starts this very script. On Windows, a file beside it does, which hosts cannot start by its name. */
function isOnPath(script: string, env: NodeJS.ProcessEnv): boolean {
  return (env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      return realpathSync(join(folder, 'parley')) === script;
    } catch {
      return false;
    }
  });
}
