import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Context } from '../context.ts';
import type { Group } from '../mcp/groups.ts';
import type { ToolList } from '../mcp/tool-lists.ts';
import type { HookEvent } from './events.ts';
import type { HostName, Launch } from './hosts.ts';

/** Settings that a host does not inherit if it is started from a desktop. */
const inherited = ['XDG_DATA_HOME', 'PARLEY_KEYCHAIN'];

export interface McpTerms {
  channel?: boolean;
  hooks?: boolean;
  allow?: readonly Group[];
  tools?: ToolList;
}

/** How a host starts `parley mcp` as this command was started, without any key. */
export function mcpLaunch({ options }: Context, terms: McpTerms, env: NodeJS.ProcessEnv = process.env): Launch {
  const { channel, hooks, allow, tools } = terms;
  const profile = options.profile || env['PARLEY_PROFILE'];
  const url = options.url || env['PARLEY_URL'];
  return launch(env, [
    'mcp',
    ...(options.space ? ['--space', options.space] : []),
    ...(profile ? ['--profile', profile] : []),
    ...(url ? ['--url', url] : []),
    ...(channel ? ['--channel'] : []),
    ...(hooks ? ['--hooks'] : []),
    ...(allow ? ['--allow', allow.join(',')] : []),
    ...(tools && tools !== 'participant' ? ['--tools', tools] : []),
  ]);
}

/** How a host runs `parley hook` for an event. The words of {@link isHookOf} are in it. */
export function hookLaunch(
  { options }: Pick<Context, 'options'>,
  host: HostName,
  event: HookEvent,
  env: NodeJS.ProcessEnv = process.env,
): Launch {
  const profile = options.profile || env['PARLEY_PROFILE'];
  return launch(env, [
    ...hookWords(event, host),
    ...(options.space ? ['--space', options.space] : []),
    ...(profile ? ['--profile', profile] : []),
    // Without a space, it would send keys to a server that did not create them.
    ...(options.space && options.url ? ['--url', options.url] : []),
  ]);
}

const hookWords = (event: string, host: HostName): string[] => ['hook', '--event', event, '--host', host];

/** Whether a line runs `parley hook` for that host. */
export const isHookOf = (host: HostName, line: string): boolean =>
  new RegExp(`(?:^|\\s)${hookWords('[a-z-]+', host).join(' ')}(?:\\s|$)`).test(line);

/** Whether a host runs `parley mcp` with these words. */
export const isMcp = (words: readonly unknown[]): boolean =>
  words.some(
    (word, i) => i > 0 && i < 3 && word === 'mcp' && /(?:^|[\\/])(?:parley(?:\.\w+)?|main\.js)$/.test(String(words[i - 1])),
  );

/** How a program that does not share this environment starts `parley` with these words. */
export function launch(env: NodeJS.ProcessEnv, words: string[]): Launch {
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
