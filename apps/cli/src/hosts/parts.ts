import { isDeepStrictEqual } from 'node:util';
import type { HookEvent } from './events.ts';
import { hostOf, type Host, type HostName, type HookPlace, type Launch } from './hosts.ts';
import { valueAt, withItem, withoutItems, withoutValue, withValue, type Path } from './json-text.ts';
import { isHookOf, isMcp } from './launch.ts';
import { isPlugin, pluginOf } from './plugin.ts';
import { shellLine } from './shell-word.ts';
import { tomlLines, tomlTable, tomlWords, withoutTomlTable, withTomlTable } from './toml-entry.ts';

/** What is written to one file of a host. */
export interface Part {
  file: string;
  add(text: string): string;
  /** `original` is the text before anything was added, if it is known: what was there then stays, also if it is empty now. */
  remove(text: string, original?: string): string;
  /** Whether what is there was written for Parley, rather than being an entry of the user with the same name. */
  isOurs(text: string): boolean;
  /** Whether what is there is exactly what `add` writes. */
  isExact(text: string): boolean;
}

const serverName = 'parley';

/** Fields of a server that is reached over HTTP, which must not stay beside a command. */
const ofOtherTransport = ['url', 'httpUrl', 'serverUrl', 'headers', 'oauth'];

export function mcpPart({ mcp }: Host, launch: Launch, env: NodeJS.ProcessEnv = process.env): Part {
  const file = mcp.file(env);
  if (mcp.format === 'toml') {
    const table = ['mcp_servers', serverName] as const;
    return {
      file,
      add: (text) => withTomlTable(text, table, tomlLines(launch)),
      remove: (text) => withoutTomlTable(text, table),
      isOurs: (text) => isMcp(tomlWords(text, table)),
      isExact: (text) => isDeepStrictEqual(tomlTable(text, table), tomlLines(launch)),
    };
  }
  const path = [mcp.within, serverName];
  return {
    file,
    add(text) {
      const present = valueAt(text, path);
      const earlier = typeof present === 'object' && present !== null ? present : {};
      const isOther = (field: string, value: unknown) =>
        ofOtherTransport.includes(field) || (field === 'type' && value !== 'stdio');
      const kept = Object.entries(earlier).filter(([field, value]) => !isOther(field, value));
      return settled(text, path, { ...Object.fromEntries(kept), ...mcp.entry(launch) });
    },
    remove(text, original) {
      const earlier = original === undefined ? undefined : valueAt(original, path);
      return earlier === undefined ? pruned(withoutValue(text, path), [mcp.within], original) : settled(text, path, earlier);
    },
    isOurs(text) {
      const { command, args } = (valueAt(text, path) ?? {}) as Record<string, unknown>;
      return isMcp([command, args].flat());
    },
    isExact: (text) => isDeepStrictEqual(valueAt(text, path), mcp.entry(launch)),
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
  if (hooks.form === 'plugin') {
    return {
      file,
      add: () => pluginOf(launchOf),
      remove: (text) => (isPlugin(text) ? '' : text),
      isOurs: isPlugin,
      isExact: (text) => text === pluginOf(launchOf),
    };
  }
  const isOurs = (item: unknown) => commandsIn(item).some((line) => isHookOf(name, line));
  const isOnlyOurs = (item: unknown) => {
    const inGroup = (item as { hooks?: unknown } | null)?.hooks;
    return isOurs(item) && (!Array.isArray(inGroup) || inGroup.every(isOurs));
  };
  /** Of a group that others share with us, only our command goes. */
  const without = (text: string, path: Path) => {
    const left = withoutItems(text, path, isOnlyOurs);
    const items = valueAt(left, path);
    const shared = Array.isArray(items) ? items.flatMap((item, i) => (isOurs(item) ? [i] : [])) : [];
    return shared.reduce((all, i) => withoutItems(all, [...path, i, 'hooks'], isOurs), left);
  };
  const itemFor = (event: HookEvent) => {
    const command = { ...(hooks.form === 'groups' && { type: 'command' }), ...hooks.fields, command: shellLine(launchOf(event)) };
    return hooks.form === 'groups' ? { hooks: [command] } : command;
  };
  const isThere = (text: string, [event, called]: (typeof events)[number]) => {
    const present = valueAt(text, ['hooks', called]);
    return isDeepStrictEqual(Array.isArray(present) ? present.filter(isOurs) : [], [itemFor(event)]);
  };
  const add = (text: string, place: (typeof events)[number]) => {
    const [event, called] = place;
    const path = ['hooks', called];
    return isThere(text, place) ? text : withItem(without(text, path), path, itemFor(event));
  };
  const remove = (text: string, called: string, original?: string) =>
    pruned(without(text, ['hooks', called]), ['hooks', called], original);
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
      const left = pruned(
        events.reduce((all, [, called]) => remove(all, called, original), text),
        ['hooks'],
        original,
      );
      if (original === undefined || !isDeepStrictEqual(valueAt(left, ['hooks']), valueAt(original, ['hooks']))) return left;
      const added = Object.entries(hooks.beside ?? {}).filter(([field]) => valueAt(original, [field]) === undefined);
      return added.reduce((all, [field]) => withoutValue(all, [field]), left);
    },
    isOurs: (text) => linesIn(text, hooks).some((line) => isHookOf(name, line)),
    isExact: (text) => events.every((place) => isThere(text, place)),
  };
}

const settled = (text: string, path: readonly string[], value: unknown): string =>
  isDeepStrictEqual(valueAt(text, path), value) ? text : withValue(text, path, value);

/** Without the object or list at that path, if it is empty and was not there originally; `null` is there again. */
function pruned(text: string, path: readonly string[], original: string | undefined): string {
  const value = valueAt(text, path);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  const before = isEmpty && original !== undefined ? valueAt(original, path) : value;
  if (before === null) return settled(text, path, null);
  return before === undefined && isEmpty ? withoutValue(text, path) : text;
}

/** The commands of a hook, alone or in a group. */
function commandsIn(item: unknown): string[] {
  const { command, hooks } = (item ?? {}) as { command?: unknown; hooks?: unknown };
  return [...(typeof command === 'string' ? [command] : []), ...(Array.isArray(hooks) ? hooks.flatMap(commandsIn) : [])];
}

/** The commands of all hooks in a file. */
function linesIn(text: string, { events }: HookPlace): string[] {
  return Object.values(events).flatMap((called) => {
    const items = valueAt(text, ['hooks', called]);
    return Array.isArray(items) ? items.flatMap(commandsIn) : [];
  });
}

/** The profile that the hooks of Parley in a file use; undefined if they name none. */
export function profileIn(text: string, name: HostName, hooks: HookPlace): string | undefined {
  if (hooks.form === 'plugin') return /"--profile","([\w.-]+)"/.exec(text)?.[1];
  const line = linesIn(text, hooks).find((each) => isHookOf(name, each)) ?? '';
  return /(?:^|\s)--profile ([\w.-]+)(?:\s|$)/.exec(line)?.[1];
}

/** All that `parley install` writes for a host. */
export function partsOf(name: HostName, mcp: Launch, launchOf: ((event: HookEvent) => Launch) | undefined): Part[] {
  const host = hostOf(name);
  return [mcpPart(host, mcp), ...(host.hooks && launchOf ? [hookPart(name, host.hooks, launchOf)] : [])];
}
