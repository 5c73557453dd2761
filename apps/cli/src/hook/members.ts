import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A space of the profile, without its key. */
export interface Member {
  spaceId: string;
  participantId?: string;
  /** Unknown if the environment names the space. */
  baseUrl?: string;
  isCurrent?: boolean;
}

/** The spaces of a profile, or the one that is named: by its alias, its id or the start of its id. Unreadable ones are none. */
export async function membersIn(profileFolder: string, named: string | undefined): Promise<Member[]> {
  const folder = join(profileFolder, 'spaces');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const [current, ...read] = await Promise.all(
    [join(profileFolder, 'current.json'), ...names.map((name) => join(folder, name))].map((file) =>
      readFile(file, 'utf8').then(memberOf, () => undefined),
    ),
  );
  const members = read.filter((each) => each?.alias !== undefined);
  if (named === undefined) return members.map((each) => ({ ...each!, isCurrent: each!.spaceId === current?.spaceId }));
  const wanted = named.toLowerCase();
  return members.filter((each) => each!.alias === named || each!.spaceId.startsWith(wanted)).slice(0, 1) as Member[];
}

function memberOf(text: string): (Member & { alias?: string }) | undefined {
  try {
    const { spaceId, ...others } = JSON.parse(text) as Record<string, unknown>;
    if (typeof spaceId !== 'string') return undefined;
    const kept = ['alias', 'participantId', 'baseUrl'].filter((name) => typeof others[name] === 'string');
    return { spaceId, ...Object.fromEntries(kept.map((name) => [name, others[name]])) };
  } catch {
    return undefined;
  }
}
