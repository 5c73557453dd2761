import { contract, ServiceError, type OperationName } from '@parley/core';
import type { Arguments, FoundPage, Backend } from '@parley/mcp';
import { readText, type Space, type SpaceOperation } from '@parley/sdk';
import type { Context } from '../context.ts';
import { fetch } from '../fetch.ts';
import { eventsAfter } from './events-after.ts';
import type { ReachableSpaces } from './spaces.ts';

const mostFound = 5;
/** Counting deliveries must not delay an answer much. */
const countMs = 2_000;
/** Nor must finding out who asks. */
const lookMs = 5_000;
/** Beyond this, the exact number does not matter. */
const mostCounted = 50;

/** Carries out tools with the keys of the profile. Keys go into the requests to their servers, and nowhere else. */
export function profileBackend(context: Context, spaces: ReachableSpaces): Backend {
  const operations = contract();
  const inputOf = (name: OperationName, args: Arguments): object => {
    const fields = Object.keys(operations[name].input.shape).filter((field) => field !== 'spaceId');
    return Object.fromEntries(fields.filter((field) => args[field] !== undefined).map((field) => [field, args[field]]));
  };

  return {
    async run(name, args, { signal, isMinimal }) {
      const { space } = await spaces.find(args['spaceId'] ?? args['space']);
      const options = { signal, minimal: isMinimal, idempotencyKey: idempotencyKeyIn(args) };
      return (await call(space, name as SpaceOperation, inputOf(name, args), options)) as Record<string, unknown>;
    },

    async eventsAfter(args, after, waitMs, signal) {
      const { space } = await spaces.find(args['spaceId'] ?? args['space']);
      return eventsAfter(space, after, waitMs, signal);
    },

    async openWork(args) {
      const { space } = await spaces.find(args['spaceId'] ?? args['space']);
      const options = { maxRetries: 0, timeoutMs: countMs, minimal: true };
      const { deliveries } = await space.call('listDeliveries', { limit: mostCounted }, options);
      const claimed = deliveries.flatMap(({ deliveryId: id, leaseExpiresAt }) =>
        leaseExpiresAt ? [{ id, leaseExpiresAt }] : [],
      );
      return { queued: deliveries.length - claimed.length, claimed };
    },

    async callerId(args, signal) {
      const { space } = await spaces.find(args['spaceId'] ?? args['space']);
      if (space.participantId !== undefined) return space.participantId;
      return participantOf(space, signal);
    },

    role: () => spaces.role(),

    // join_space of this server finds the server by the link.
    isHere: () => true,

    async searchDocs(query) {
      const parley = await context.parley(spaces.baseUrl, { fetch });
      const { results } = await parley.ask(query);
      return results.slice(0, mostFound).map(foundPage);
    },

    async readDoc(page) {
      if (!/^[\w-]{1,64}$/.test(page)) return undefined;
      const response = await fetch(`${spaces.baseUrl}/docs/${page}.md`, { signal: context.signal, redirect: 'error' }).catch(
        (cause: unknown) => {
          throw new ServiceError('unavailable', `${spaces.baseUrl} could not be reached: ${(cause as Error).message}`);
        },
      );
      return response.ok ? readText(response, spaces.baseUrl) : undefined;
    },

    spaces: () => spaces.list(),
  };
}

/** A key from the environment does not say whose it is, but the beginning of its stream does, where streams work. */
async function participantOf(space: Space, signal: AbortSignal): Promise<string | undefined> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), lookMs);
  try {
    const events = space.events({ after: 'now', signal: AbortSignal.any([signal, late.signal]) });
    for await (const { type, data } of events) if (type === 'ready') return data.participantId;
  } catch {
    // An answer without the count is better than none.
  } finally {
    clearTimeout(timer);
  }
  return undefined;
}

const call = (space: Space, name: SpaceOperation, input: object, options: object): PromiseLike<unknown> =>
  (space.call as (name: SpaceOperation, input: object, options: object) => PromiseLike<unknown>).call(
    space,
    name,
    input,
    options,
  );

function idempotencyKeyIn({ idempotencyKey: key }: Arguments): string | undefined {
  if (key === undefined || typeof key === 'string') return key;
  const message = 'must be a string';
  throw new ServiceError('invalid_request', `idempotencyKey ${message}`, { issues: [{ field: 'idempotencyKey', message }] });
}

const foundPage = ({ url, name, description }: { url: string; name: string; description: string }): FoundPage => ({
  page: /\/docs\/([\w-]+)/.exec(url)?.[1] ?? 'api',
  heading: name,
  text: description,
});
