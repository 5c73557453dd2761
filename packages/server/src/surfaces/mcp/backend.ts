import { isGone, readInput, ServiceError } from '@parley/core';
import type { Arguments, Backend } from '@parley/mcp';
import { credentialOf, type Credential } from '../../engine/keys/keys.ts';
import { interfacePage } from '../../docs/interface.ts';
import { addressedTo, type DocumentationPage } from '../../docs/library.ts';
import type { Parley } from '../../parley.ts';
import type { CallMetadata } from '../../call/metadata.ts';
import { eventsAfter } from './events-after.ts';
import { eventsBackendOf } from './events/backend.ts';
import { openWorkOf } from './resources.ts';

const mostFound = 5;

/** Runs what tools ask for with the procedures that all surfaces call. */
export function backendOf(parley: Parley): (metadata: CallMetadata, spaceOfKey?: string) => Backend {
  const { contract, pipeline, publicUrl } = parley;
  let drawn: DocumentationPage | undefined;
  const pageOf = (name: string) =>
    name === 'api' ? (drawn ??= interfacePage(contract)) : parley.pages.find((page) => page.name === name);

  return (exchange, spaceOfKey) => {
    const metadataOf = metadataFrom(exchange);
    const run: Backend['run'] = (name, args, { signal, isMinimal }) =>
      parley.perform(name, args, {
        ...metadataOf(args),
        prefersMinimal: isMinimal,
        whenGone: () => signal,
      }) as Promise<Record<string, unknown>>;
    return {
      run,
      eventsAfter: (args, after, waitMs, signal) =>
        eventsAfter(parley, { spaceId: args['spaceId'], metadata: metadataOf(args), after, waitMs, signal }),
      async openWork(args) {
        const { credential } = metadataOf(args);
        const { spaceId } = args;
        return credential && typeof spaceId === 'string' ? openWorkOf(pipeline, spaceId.toLowerCase(), credential) : undefined;
      },
      async callerId(args) {
        const spaceId = readInput(contract.getSpace, { spaceId: args['spaceId'] }).spaceId;
        const { holder } = await pipeline.holderOf(spaceId, metadataOf(args));
        return holder.kind === 'participant' ? holder.participant.participantId : undefined;
      },
      spaceOfKey(args) {
        if (!metadataOf(args).credential) return undefined;
        if (spaceOfKey === undefined) throw new ServiceError('key_unknown', 'No participant of any space has this key');
        return spaceOfKey;
      },
      async role() {
        if (!exchange.credential) return undefined;
        const held = pipeline.spaceOf(exchange).then((spaceId) => pipeline.holderOf(spaceId, exchange));
        // A list is no permission: without an answer, it is that of a client without a key.
        const { holder } = (await held.catch(() => undefined)) ?? {};
        if (holder?.kind !== 'participant' || isGone(holder.participant)) return undefined;
        return holder.participant.isOwner ? 'owner' : 'participant';
      },
      events: eventsBackendOf(parley, exchange, spaceOfKey),
      isHere: (link) => isSameServer(link, new URL(publicUrl())),
      async searchDocs(query) {
        const { results } = await run('askByQuery', { query }, { signal: new AbortController().signal, isMinimal: false });
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
    };
  };
}

const loopback = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost|.+\.localhost)$/;

/** Whatever the scheme and the path are: a proxy can change both. */
const isSameServer = (one: URL, other: URL): boolean =>
  one.host === other.host || (one.port === other.port && [one, other].every(({ hostname }) => loopback.test(hostname)));

/** Longer than any key or token; longer ones are not hashed. */
const longest = 512;

/** The key in the arguments of a call. */
export const credentialIn = (privateKey: string): Credential =>
  credentialOf(privateKey.slice(0, longest), 'the argument privateKey');

/**
 * The credentials of each call of an exchange: its arguments, otherwise the headers. The steps of one call have copies of the same
 * arguments, so the last ones are remembered.
 */
function metadataFrom(exchange: CallMetadata): (args: Arguments) => CallMetadata {
  let last: { args: Arguments; metadata: CallMetadata } | undefined;
  return (args) => {
    if (last && haveSameSecrets(last.args, args)) return last.metadata;
    const { privateKey, userToken, idempotencyKey } = secretsIn(args);
    const isKnown = privateKey === undefined || privateKey.slice(0, longest) === exchange.credential?.key;
    const metadata = {
      ...exchange,
      credential: isKnown ? exchange.credential : credentialIn(privateKey),
      userToken: userToken?.slice(0, longest) ?? exchange.userToken,
      idempotencyKey: idempotencyKey?.slice(0, longest),
    };
    last = { args, metadata };
    return metadata;
  };
}

const secrets = ['privateKey', 'userToken', 'idempotencyKey'] as const;

function haveSameSecrets(one: Arguments, other: Arguments): boolean {
  for (const field of secrets) if (one[field] !== other[field]) return false;
  return true;
}

function secretsIn(args: Arguments): Partial<Record<(typeof secrets)[number], string>> {
  for (const field of secrets) {
    const value = args[field];
    if (value === undefined || typeof value === 'string') continue;
    throw new ServiceError('invalid_request', `${field} must be a string`, { issues: [{ field, message: 'must be a string' }] });
  }
  return args;
}
