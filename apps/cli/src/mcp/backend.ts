import { contract, ServiceError, type OperationName } from '@parley/core';
import type { Arguments, FoundPage, Backend } from '@parley/mcp';
import type { Space, SpaceOperation } from '@parley/sdk';
import type { Context } from '../context.ts';
import { happened } from './happened.ts';
import type { ReachableSpaces } from './spaces.ts';

const mostFound = 5;
/** Counting deliveries must not delay an answer much. */
const countMs = 2_000;
/** Nobody needs to know exactly how many more there are. */
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
      const answer = await call(space, name as SpaceOperation, inputOf(name, args), options);
      // The link of an invitation is meant for others and contains its key; nobody needs the key alone.
      const { publicInvitationKey: _, ...shown } = answer as Record<string, unknown>;
      return shown;
    },

    async happened(args, after, waitMs, signal) {
      const { space } = await spaces.find(args['spaceId'] ?? args['space']);
      return happened(space, after, waitMs, signal);
    },

    async openDeliveries(args) {
      const name = args['spaceId'] ?? args['space'];
      if (name === undefined && !spaces.isPinned) return undefined;
      const { space } = await spaces.find(name);
      const options = { maxRetries: 0, timeoutMs: countMs, minimal: true };
      const { deliveries } = await space.call('listDeliveries', { limit: mostCounted }, options);
      return deliveries.length;
    },

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
      return response.ok ? response.text() : undefined;
    },

    spaces: () => spaces.list(),
  };
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
