import { readInput, ServiceError, type OperationName } from '@parley/core';
import type { Arguments, Backend } from '@parley/mcp';
import { credentialOf } from '../auth/keys.ts';
import { interfacePage } from '../docs/interface.ts';
import { addressedTo } from '../docs/library.ts';
import type { Parley } from '../parley.ts';
import { Json } from '../present/json.ts';
import { dateTime } from '../present/time.ts';
import type { Context } from '../router.ts';
import type { Asking } from '../transport/asking.ts';
import { happened } from './happened.ts';

type Procedure = (call: {
  ctx: Context;
  getRawInput: () => Promise<unknown>;
  path: string;
  type: 'query' | 'mutation';
  signal: undefined;
  batchIndex: 0;
}) => Promise<unknown>;

/** Who calls, as the transport knows it; the arguments of a call take precedence. */
export type McpContext = Pick<Context, 'requestId' | 'asking' | 'hold'>;

const mostFound = 5;
/** How many open deliveries are read, oldest first; the claimed ones are among them. */
const mostListed = 20;

/** Runs what tools ask for with the procedures that REST and tRPC call too. */
export function backendOf(parley: Parley): (context: McpContext) => Backend {
  const { contract, router, pipeline, source, publicUrl } = parley;
  const pages = new Map([...parley.pages, interfacePage(contract)].map((page) => [page.name, page]));

  async function run(
    context: McpContext,
    name: OperationName,
    args: Arguments,
    { signal, isMinimal }: Parameters<Backend['run']>[2],
  ) {
    const asking: Asking = { ...askingOf(context.asking, args), prefersMinimal: isMinimal, whenGone: () => signal };
    pipeline.assertKeyShown(name, asking);
    const procedure = router[name] as unknown as Procedure;
    const type = contract[name].method === 'GET' ? 'query' : 'mutation';
    const ctx: Context = { ...context, asking, reply: {} };
    const answer = await procedure({ ctx, getRawInput: async () => args, path: name, type, signal: undefined, batchIndex: 0 });
    return (answer instanceof Json ? answer.toJSON() : answer) as Record<string, unknown>;
  }

  return (context) => ({
    run: (name, args, options) => run(context, name, args, options),
    happened: (args, after, waitMs, signal) =>
      happened(
        { contract, pipeline, source },
        { spaceId: args['spaceId'], asking: askingOf(context.asking, args), after, waitMs, signal },
      ),
    async openDeliveries(args) {
      const { credential } = askingOf(context.asking, args);
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
      const { holder } = await pipeline.holderOf(spaceId, askingOf(context.asking, args));
      return holder.kind === 'participant' ? holder.participant.participantId : undefined;
    },
    async searchDocs(query) {
      const { results } = await run(context, 'askByQuery', { query }, { signal: new AbortController().signal, isMinimal: false });
      return (results as { url: string; name: string; description: string }[])
        .slice(0, mostFound)
        .map(({ url, name, description }) => ({
          page: /\/docs\/([\w-]+)/.exec(url)?.[1] ?? 'api',
          heading: name,
          text: description,
        }));
    },
    readDoc: async (name) => {
      const page = pages.get(name);
      return page && addressedTo(publicUrl(), page.markdown);
    },
    spaces: async () => [],
  });
}

/** The credentials of a call: its arguments, otherwise the headers. */
export function askingOf(asking: Asking, args: Arguments): Asking {
  const privateKey = secretIn(args, 'privateKey');
  return {
    ...asking,
    credential: privateKey === undefined ? asking.credential : credentialOf(privateKey),
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
