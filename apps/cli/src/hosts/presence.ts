import type { Context } from '../context.ts';
import { hostNames, hostOf, type HostName } from './hosts.ts';
import { hookLaunch } from './launch.ts';
import { hookPart, mcpPart, profileIn } from './parts.ts';
import { readSettings } from './settings-file.ts';

/** What of Parley is in the configuration of a host. */
export interface Presence {
  name: HostName;
  mcp: boolean;
  /** `other`: as another profile, or another version, would write them. */
  hooks: 'current' | 'other' | 'none';
  /** The profile of the hooks, if they name one. */
  profile?: string | undefined;
}

/** The hosts that use Parley. */
export async function presences(context: Context): Promise<Presence[]> {
  const all = await Promise.all(hostNames.map((name) => presenceIn(name, context)));
  return all.filter(({ mcp, hooks }) => mcp || hooks !== 'none');
}

async function presenceIn(name: HostName, context: Context): Promise<Presence> {
  const host = hostOf(name);
  const server = mcpPart(host, { command: '', args: [], env: {} });
  const mcp = await holds(server.file, (text) => server.remove(text) !== text);
  if (!host.hooks) return { name, mcp, hooks: 'none' };
  const part = hookPart(name, host.hooks, (event) => hookLaunch(context, name, event));
  const isThere = await holds(part.file, (text) => part.remove(text) !== text);
  const isCurrent = isThere && (await holds(part.file, (text) => part.add(text) === text));
  if (!isThere) return { name, mcp, hooks: 'none' };
  const profile = await readSettings(part.file).then((text = '') => profileIn(text, name, host.hooks!));
  return { name, mcp, hooks: isCurrent ? 'current' : 'other', profile };
}

/** False if there is no such file, or nobody can read it. */
async function holds(file: string, fits: (text: string) => boolean): Promise<boolean> {
  try {
    const text = await readSettings(file);
    return text !== undefined && fits(text);
  } catch {
    return false;
  }
}
