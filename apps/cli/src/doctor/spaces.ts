import type { Space } from '@parley/sdk';
import type { Context } from '../context.ts';
import { saysEnded } from '../ended.ts';
import { Failure } from '../failure.ts';
import { ReachableSpaces, type ReachableSpace } from '../mcp/spaces.ts';
import type { DoctorReport } from './report.ts';

/** If a stream takes longer to begin, something such as a proxy delays it. */
const streamMs = 10_000;

/** Checks what `parley mcp` needs: servers, keys and streams. */
export async function checkSpaces(context: Context, { check }: DoctorReport): Promise<void> {
  const spaces = await ReachableSpaces.of(context);
  const all = await spaces.list();
  const down = new Set<string>();
  const servers = new Set([spaces.baseUrl, ...(await serversOf(context, spaces))]);
  for (const baseUrl of servers) if (!(await check('server', baseUrl, () => greet(context, baseUrl)))) down.add(baseUrl);
  // A space that has ended is no problem, unless it is the one that is meant.
  const isEnd = (error: unknown) => saysEnded(error) && !spaces.isPinned;
  for (const { spaceId, alias } of all) {
    let found: ReachableSpace | undefined;
    const look = async () => {
      found = await spaces.find(spaceId);
      if (down.has(found.place.baseUrl)) throw new Failure('error', 'not checked, because its server did not answer');
      return standing(found);
    };
    if (await check('key', alias, look, isEnd)) await check('stream', alias, () => begin(found!.space), isEnd);
  }
  const damaged = spaces.isPinned ? [] : await context.spaces.damaged();
  for (const file of damaged)
    await check('file', file, () =>
      Promise.reject(new Failure('error', 'it is damaged; delete it to continue without its content')),
    );
  if (all.length === 0) context.out.note('This profile has no spaces yet: `parley join LINK`, or let the agent join one.');
}

/** The servers of the spaces that are checked. */
async function serversOf(context: Context, spaces: ReachableSpaces): Promise<string[]> {
  return spaces.isPinned ? [] : (await context.spaces.all()).map(({ baseUrl }) => baseUrl);
}

async function greet(context: Context, baseUrl: string): Promise<string> {
  const parley = await context.parley(baseUrl, { maxRetries: 0, timeoutMs: 10_000 });
  const { status } = await parley.health();
  if (status !== 'ok')
    throw new Failure('error', `${new URL(baseUrl).origin} is no Parley server: it does not say ok`, 'check --url or PARLEY_URL');
  return 'it answers';
}

/** Who the profile is in the space. */
async function standing({ space, place }: ReachableSpace): Promise<string> {
  const { name, participants } = await space.get();
  const me = participants.find(({ participantId }) => participantId === place.participantId);
  const who = me ? `you are ${me.name}${me.status === 'muted' ? ', muted' : ''}` : 'it works';
  return `${who} in ${name}`;
}

/** Waits for the first event of the stream. */
async function begin(space: Space): Promise<string> {
  const began = Date.now();
  const signal = AbortSignal.timeout(streamMs);
  for await (const { type } of space.events({ after: 'now', signal })) {
    if (type === 'ready') return `the first event came after ${Date.now() - began} ms`;
  }
  throw new Failure(
    'error',
    `No event within ${streamMs / 1000} s`,
    'a proxy may hold back streams: see /docs/reverse-proxies on the server',
  );
}
