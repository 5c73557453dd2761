import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A space of the profile, without its key. */
export interface Member {
  spaceId: string;
  participantId?: string;
}

/** Beyond this, a profile has spaces that nobody works in. */
const mostSpaces = 20;

/** The spaces of a profile, or the one that is named: by its alias, its id or the start of its id. Unreadable ones are none. */
export async function membersIn(profileFolder: string, named: string | undefined): Promise<Member[]> {
  const folder = join(profileFolder, 'spaces');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const read = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').then(memberOf, () => undefined)));
  const members = read.filter((each) => each !== undefined);
  if (named === undefined) return members.slice(0, mostSpaces);
  const wanted = named.toLowerCase();
  return members.filter(({ alias, spaceId }) => alias === named || spaceId.startsWith(wanted)).slice(0, 1);
}

function memberOf(text: string): (Member & { alias: string }) | undefined {
  try {
    const { spaceId, participantId, alias } = JSON.parse(text) as Record<string, unknown>;
    if (typeof spaceId !== 'string' || typeof alias !== 'string') return undefined;
    return { spaceId, alias, ...(typeof participantId === 'string' && { participantId }) };
  } catch {
    return undefined;
  }
}
