import { isDeepStrictEqual } from 'node:util';
import type { HookEvent } from './events.ts';
import { hostOf, type Host, type HostName, type HookPlace, type Launch } from './hosts.ts';
import { valueAt, withItem, withoutItems, withoutValue, withValue, type Path } from './json-text.ts';
import { isHookOf } from './launch.ts';
import { isPlugin, pluginOf } from './plugin.ts';
import { shellLine } from './shell-word.ts';
import { tomlLines, withoutTomlTable, withTomlTable } from './toml-entry.ts';

/** What is written to one file of a host. */
export interface Part {
  file: string;
  add(text: string): string;
  /** `original` is the text before anything was added, if it is known: what was there then stays, also if it is empty now. */
  remove(text: string, original?: string): string;
}

const serverName = 'parley';

/** Fields of a server that is reached over HTTP, which must not stay beside a command. */
const ofOtherTransport = ['url', 'headers'];

export function mcpPart({ mcp }: Host, launch: Launch, env: NodeJS.ProcessEnv = process.env): Part {
  const file = mcp.file(env);
  if (mcp.format === 'toml') {
    const table = ['mcp_servers', serverName] as const;
    return {
      file,
      add: (text) => withTomlTable(text, table, tomlLines(launch)),
      remove: (text) => withoutTomlTable(text, table),
    };
  }
  const path = [mcp.within, serverName];
  return {
    file,
    add(text) {
      const earlier = valueAt(text, path) ?? {};
      const kept = Object.entries(earlier).filter(([field]) => !ofOtherTransport.includes(field));
      return settled(text, path, { ...Object.fromEntries(kept), ...mcp.entry(launch) });
    },
    remove: (text, original) => pruned(withoutValue(text, path), [mcp.within], original),
  };
}

export function hookPart(
  name: HostName,
  hooks: HookPlace,
  launchOf: (event: HookEvent) => Launch,
  env: NodeJS.ProcessEnv = process.env,
): Part {
  const file = hooks.file(env);
  const events = Object.entries(hooks.events) as [HookEvent, string][];
  if (hooks.form === 'plugin') return { file, add: () => pluginOf(launchOf), remove: (text) => (isPlugin(text) ? '' : text) };
  const isOurs = (item: unknown) => commandsIn(item).some((line) => isHookOf(name, line));
  const add = (text: string, [event, called]: (typeof events)[number]) => {
    const command = { ...(hooks.form === 'groups' && { type: 'command' }), ...hooks.fields, command: shellLine(launchOf(event)) };
    const item = hooks.form === 'groups' ? { hooks: [command] } : command;
    const path = ['hooks', called];
    const present = valueAt(text, path);
    const ours = Array.isArray(present) ? present.filter(isOurs) : [];
    return isDeepStrictEqual(ours, [item]) ? text : withItem(withoutItems(text, path, isOurs), path, item);
  };
  const remove = (text: string, called: string, original?: string) =>
    pruned(withoutItems(text, ['hooks', called], isOurs), ['hooks', called], original);
  return {
    file,
    add(text) {
      const beside = Object.entries(hooks.beside ?? {}).filter(([field]) => valueAt(text, [field]) === undefined);
      return events.reduce(
        add,
        beside.reduce((all, [field, value]) => withValue(all, [field], value), text),
      );
    },
    remove: (text, original) => {
      const without = pruned(
        events.reduce((all, [, called]) => remove(all, called, original), text),
        ['hooks'],
        original,
      );
      if (original === undefined || valueAt(without, ['hooks']) !== undefined) return without;
      const added = Object.entries(hooks.beside ?? {}).filter(([field]) => valueAt(original, [field]) === undefined);
      return added.reduce((all, [field]) => withoutValue(all, [field]), without);
    },
  };
}

const settled = (text: string, path: Path, value: unknown): string =>
  isDeepStrictEqual(valueAt(text, path), value) ? text : withValue(text, path, value);

/** Without the object or list at that path, if it is empty and was not there originally. */
function pruned(text: string, path: Path, original: string | undefined): string {
  const value = valueAt(text, path);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty && original !== undefined && valueAt(original, path) === undefined ? withoutValue(text, path) : text;
}

/** The commands of a hook, alone or in a group. */
function commandsIn(item: unknown): string[] {
  const { command, hooks } = (item ?? {}) as { command?: unknown; hooks?: unknown };
  return [...(typeof command === 'string' ? [command] : []), ...(Array.isArray(hooks) ? hooks.flatMap(commandsIn) : [])];
}

/** All that `parley install` writes for a host. */
export function partsOf(name: HostName, mcp: Launch, launchOf: ((event: HookEvent) => Launch) | undefined): Part[] {
  const host = hostOf(name);
  return [mcpPart(host, mcp), ...(host.hooks && launchOf ? [hookPart(name, host.hooks, launchOf)] : [])];
}
