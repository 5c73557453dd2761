import type { Space } from '@parley/sdk';
import type { Context } from '../context.ts';
import { Failure, reportOf } from '../failures.ts';
import { ReachableSpaces, type ReachableSpace } from './spaces.ts';

/** If a stream takes longer to begin, something such as a proxy delays it. */
const streamMs = 10_000;

interface Check {
  check: 'server' | 'key' | 'stream' | 'file';
  /** The server or the space. */
  of: string;
  state: 'ok' | 'failed' | 'ended';
  said: string;
}

/** Checks what `parley mcp` needs, and fails with the first problem. */
export async function examine(context: Context): Promise<void> {
  const { out } = context;
  const failures: unknown[] = [];
  const tell = (found: Check) =>
    out.answer(found, () => `${marks[found.state]} ${found.check.padEnd(7)} ${found.of}: ${found.said}`);
  const check = async (what: Check['check'], of: string, work: () => Promise<string>): Promise<boolean> => {
    try {
      tell({ check: what, of, state: 'ok', said: await work() });
      return true;
    } catch (error) {
      const hasEnded =
        (error as { code?: string }).code === 'key_expired' || (error as { code?: string }).code === 'space_closed';
      const isFailure = !hasEnded || spaces.isPinned;
      tell({ check: what, of, state: isFailure ? 'failed' : 'ended', said: reportOf(error).error });
      if (isFailure) failures.push(error);
      return false;
    }
  };

  const spaces = await ReachableSpaces.of(context);
  const all = await spaces.list();
  const down = new Set<string>();
  const servers = new Set([spaces.baseUrl, ...(await serversOf(context, spaces))]);
  for (const baseUrl of servers) if (!(await check('server', baseUrl, () => greet(context, baseUrl)))) down.add(baseUrl);
  for (const { spaceId, alias } of all) {
    let found: ReachableSpace | undefined;
    const works = await check('key', alias, async () => {
      found = await spaces.find(spaceId);
      if (down.has(found.place.baseUrl)) throw new Failure('error', 'not checked, because its server did not answer');
      return standing(found);
    });
    if (works) await check('stream', alias, () => begin(found!.space));
  }
  const damaged = spaces.isPinned ? [] : await context.spaces.damaged();
  for (const file of damaged)
    await check('file', file, () =>
      Promise.reject(new Failure('error', 'it is damaged; delete it to continue without its content')),
    );
  if (all.length === 0) out.note('This profile has no spaces yet: `parley join LINK`, or let the agent join one.');
  if (failures.length > 0) throw failures[0];
  if (!out.json) out.note('parley mcp can run here.');
}

const marks = { ok: '✓', failed: '✗', ended: '-' } as const;

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
