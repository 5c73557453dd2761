import { readInput, ServiceError, type OperationName } from '@parley/core';
import type { Arguments, Backend } from '@parley/mcp';
import { credentialOf } from '../auth/keys.ts';
import { interfacePage } from '../docs/interface.ts';
import { addressedTo, type Page } from '../docs/library.ts';
import type { Parley } from '../parley.ts';
import { dateTime } from '../present/time.ts';
import type { Asking } from '../transport/asking.ts';
import { happened } from './happened.ts';

const mostFound = 5;
/** How many open deliveries are read, oldest first; the claimed ones are among them. */
const mostListed = 20;

/** Runs what tools ask for with the procedures that all surfaces call. */
export function backendOf(parley: Parley): (asking: Asking, home?: string) => Backend {
  const { contract, pipeline, publicUrl } = parley;
  let drawn: Page | undefined;
  const pageOf = (name: string) =>
    name === 'api' ? (drawn ??= interfacePage(contract)) : parley.pages.find((page) => page.name === name);

  const run = (name: OperationName, args: Arguments, asking: Asking, { signal, isMinimal }: Parameters<Backend['run']>[2]) =>
    parley.perform(name, args, {
      ...askingOf(asking, args),
      prefersMinimal: isMinimal,
      whenGone: () => signal,
    }) as Promise<Record<string, unknown>>;

  return (asking, home) => ({
    run: (name, args, options) => run(name, args, asking, options),
    happened: (args, after, waitMs, signal) =>
      happened(parley, { spaceId: args['spaceId'], asking: askingOf(asking, args), after, waitMs, signal }),
    async openDeliveries(args) {
      const { credential } = askingOf(asking, args);
      const { spaceId } = args;
      if (!credential || typeof spaceId !== 'string') return undefined;
      const space = spaceId.toLowerCase();
      const open = await pipeline.openDeliveries(space, credential);
      if (!open) return open === undefined ? undefined : { queued: 0, claimed: [] };
      const oldest = await pipeline.oldestDeliveries(space, credential, mostListed);
      const claimed = oldest.flatMap(({ deliveryId, lease }) =>
        lease ? [{ deliveryId, leaseExpiresAt: dateTime(lease.expiresAt) }] : [],
      );
      return { queued: Math.max(0, open - claimed.length), claimed };
    },
    async whoAmI(args) {
      const spaceId = readInput(contract.getSpace, { spaceId: args['spaceId'] }).spaceId;
      const { holder } = await pipeline.holderOf(spaceId, askingOf(asking, args));
      return holder.kind === 'participant' ? holder.participant.participantId : undefined;
    },
    home(args) {
      if (!askingOf(asking, args).credential) return undefined;
      if (home === undefined) throw new ServiceError('key_unknown', 'No participant of any space has this key');
      return home;
    },
    isHere: (link) => isSameServer(link, new URL(publicUrl())),
    async searchDocs(query) {
      const { results } = await run('askByQuery', { query }, asking, { signal: new AbortController().signal, isMinimal: false });
      return (results as { url: string; name: string; description: string }[])
        .slice(0, mostFound)
        .map(({ url, name, description }) => ({
          page: /\/docs\/([\w-]+)/.exec(url)?.[1] ?? 'api',
          heading: name,
          text: description,
        }));
    },
    readDoc: async (name) => {
      const page = pageOf(name);
      return page && addressedTo(publicUrl(), page.markdown);
    },
    spaces: async () => [],
  });
}

const loopback = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost|.+\.localhost)$/;

/** Whatever the scheme and the path are: a proxy can change both. */
const isSameServer = (one: URL, other: URL): boolean =>
  one.host === other.host || (one.port === other.port && [one, other].every(({ hostname }) => loopback.test(hostname)));

/** The credentials of a call: its arguments, otherwise the headers. */
export function askingOf(asking: Asking, args: Arguments): Asking {
  const privateKey = secretIn(args, 'privateKey');
  return {
    ...asking,
    credential: privateKey === undefined ? asking.credential : credentialOf(privateKey, 'the argument privateKey'),
    userToken: secretIn(args, 'userToken') ?? asking.userToken,
    idempotencyKey: secretIn(args, 'idempotencyKey'),
  };
}

/** Longer than any key or token; longer ones are not hashed. */
const longest = 512;

function secretIn(args: Arguments, field: string): string | undefined {
  const value = args[field];
  if (value === undefined || typeof value === 'string') return value?.slice(0, longest);
  throw new ServiceError('invalid_request', `${field} must be a string`, { issues: [{ field, message: 'must be a string' }] });
}
