import { pathParameters, type Auth, type OperationName } from '@parley/core';
import {
  admitted,
  ask,
  claim,
  directed,
  everybody,
  invite,
  join,
  openSpace,
  propose,
  startLink,
  write,
  type Member,
} from './scenes.ts';
import { isSpecified } from './spec-only.ts';
import { target } from './target.ts';
import { covers, nobody, operations, type Caller, type Input } from './wire/call.ts';

/** Sessions of humans; empty if none were given. */
const sessions = target().sessions;
export const human: Caller = sessions[0] === undefined ? {} : { session: sessions[0] };
export const otherHuman: Caller = sessions[1] === undefined ? {} : { session: sessions[1] };
/** Makes no requests before the rate limit is tested, because earlier requests would shift its window. */
export const spender: Caller = sessions[2] === undefined ? otherHuman : { session: sessions[2] };
export const hasHumans = sessions.length > 1;
export const needsSessions = 'it needs sessions of two humans in PARLEY_CONFORMANCE_SESSIONS';
export const notServed = 'this server does not serve the operation';
const needsHuman = (name: OperationName) => ['session', 'identity'].includes(operations[name].auth);

/** The operations of the contract that this server serves. */
export const served = target()
  .served.filter((name) => hasHumans || !needsHuman(name))
  .filter((name) => !target().specOnly || isSpecified(name));

export const servedWith = (wanted: (name: OperationName) => boolean): OperationName[] => served.filter(wanted);

/** Nobody can own this name, so nothing is ever sent to it. */
export const wakeUrl = 'https://receiver.invalid/wake';

/** Bodies that differ from the examples of the contract. */
const bodies: Partial<Record<OperationName, Input>> = {
  createSpace: { name: 'Bridge', description: 'Where we meet' },
  updateSpace: { name: 'Pier' },
  joinSpace: { name: 'Grace' },
  sendMessage: { content: 'Hello' },
  putWake: { url: wakeUrl },
  settleDelivery: { outcome: 'acknowledged' },
  createArtifact: { name: 'Plan', type: 'markdown' },
  writeArtifact: { content: '# Plan' },
  createProposal: { baseVersion: 1, content: '# Plan B' },
  acceptProposal: { baseVersion: 1 },
  rebaseProposal: { baseVersion: 1, content: '# Plan C' },
  createComment: { version: 1, quote: 'Plan', text: 'Of which year?' },
  createTask: { title: 'Check the dates', text: 'Each one' },
  submitTask: { evidence: { note: 'All are Mondays' } },
  ask: { query: 'How do I join a space?' },
  askByQuery: { query: 'How do I join a space?' },
  pollLink: { deviceCode: 'unknown' },
  decideLink: { decision: 'approved' },
};

/** The fields that an operation requires, as in its example. */
function required(name: OperationName): Input {
  const { path, input, example } = operations[name];
  const names = pathParameters(path);
  const fields = Object.entries(input.shape).filter(
    ([field, schema]) => !names.includes(field) && !schema.safeParse(undefined).success,
  );
  return Object.fromEntries(fields.map(([field]) => [field, (example.input as Input)[field]]));
}

export type Scene = Awaited<ReturnType<typeof everybody>>;

/** A valid request by a caller of the right kind, which can still be refused for the state of the space. */
export function fitting(name: OperationName, { owner, guest, invitation, artifactId }: Scene): { caller: Caller; input: Input } {
  const { auth, path } = operations[name];
  const callers: Partial<Record<Auth, Caller>> = {
    ...{ owner, member: owner, anyKey: owner, participant: guest, invitation },
    ...{ session: human, identity: human },
  };
  const ids: Input = {
    ...{ spaceId: owner.spaceId, participantId: guest.id, invitationId: invitation.id },
    ...{ artifactId, version: 1, userCode: 'unknown' },
  };
  // Any id will do for what the scene does not contain.
  const named = pathParameters(path).map((parameter) => [parameter, ids[parameter] ?? artifactId]);
  return { caller: callers[auth] ?? nobody, input: { ...Object.fromEntries(named), ...(bodies[name] ?? required(name)) } };
}

type Ready = { caller: Caller; input?: Input };

async function locked(): Promise<Ready> {
  const owner = await openSpace();
  const artifactId = await write(owner, '# Plan');
  await covers('lockArtifact', 200, owner, { artifactId });
  return { caller: owner, input: { artifactId } };
}

async function proposed(): Promise<Ready> {
  const owner = await openSpace();
  const artifactId = await write(owner, '# Plan');
  return { caller: owner, input: { artifactId, proposalId: await propose(owner, { artifactId, append: 'More' }) } };
}

async function commented(): Promise<{ caller: Member; input: Input }> {
  const caller = await openSpace();
  const artifactId = await write(caller, '# Plan');
  const { body } = await covers('createComment', 200, caller, { artifactId, ...bodies.createComment });
  return { caller, input: { artifactId, commentId: body.commentId } };
}

async function working(): Promise<{ caller: Member; input: Input }> {
  const caller = await openSpace();
  const { body } = await covers('createTask', 200, caller, { title: 'Check the dates' });
  const input = { taskId: body.taskId };
  await covers('claimTask', 200, caller, input);
  return { caller, input };
}

/** By a participant, for the owner. */
async function submitted(): Promise<Ready> {
  const caller = await openSpace();
  const worker = await join(caller);
  const { body } = await covers('createTask', 200, caller, { title: 'Check the dates' });
  const input = { taskId: body.taskId };
  await covers('claimTask', 200, worker, input);
  await covers('submitTask', 200, worker, { ...input, evidence: { note: 'All are Mondays' } });
  return { caller, input };
}

async function moderated(prepare: (owner: Member) => Promise<{ id: string }>, privacy = 'public'): Promise<Ready> {
  const owner = await openSpace({ privacy });
  const { id } = await prepare(owner);
  return { caller: owner, input: { participantId: id } };
}

async function addressed(): Promise<{ caller: Member }> {
  const owner = await openSpace();
  const caller = await join(owner);
  await directed(owner, caller);
  return { caller };
}

async function claimed(): Promise<Ready> {
  const { caller } = await addressed();
  return { caller, input: { deliveryId: (await claim(caller)).deliveryId } };
}

async function withdrawable(): Promise<Ready> {
  const caller = await openSpace();
  return { caller, input: { deliveryId: await directed(caller, await join(caller)) } };
}

async function acceptable(): Promise<Ready> {
  const owner = await openSpace();
  const caller = await join(owner);
  return { caller, input: { deliveryId: await directed(owner, caller) } };
}

/** What makes each write with a key succeed, in its own space, where it needs more than a new space and what others create there. */
const ready: Partial<Record<OperationName, () => Promise<Ready>>> = {
  resetBudget: async () => ({ caller: await openSpace({ agentBudget: 1 }) }),
  resumeSpace: async () => {
    const caller = await openSpace();
    await covers('pauseSpace', 200, caller);
    return { caller };
  },
  joinSpace: async () => ({ caller: await invite(await openSpace()) }),
  approveParticipant: () => moderated(async (owner) => ({ id: await ask(await invite(owner)) }), 'private'),
  kickParticipant: () => moderated(admitted, 'private'),
  muteParticipant: () => moderated(join),
  unmuteParticipant: () =>
    moderated(async (owner) => {
      const guest = await join(owner);
      await covers('muteParticipant', 200, owner, { participantId: guest.id });
      return guest;
    }),
  rotateKey: async () => ({ caller: await join(await openSpace()) }),
  leaveSpace: async () => ({ caller: await join(await openSpace()) }),
  claimDelivery: addressed,
  renewDelivery: claimed,
  settleDelivery: claimed,
  releaseDelivery: claimed,
  withdrawDelivery: withdrawable,
  acceptDelivery: acceptable,
  writeArtifact: locked,
  lockArtifact: locked,
  heartbeatArtifactLock: locked,
  unlockArtifact: locked,
  renameArtifact: locked,
  deleteArtifact: locked,
  restoreArtifact: async () => {
    const ready = await locked();
    await covers('deleteArtifact', 200, ready.caller, ready.input);
    return ready;
  },
  restoreArtifactVersion: async () => {
    const { caller, input } = await locked();
    return { caller, input: { ...input, version: 1 } };
  },
  createProposal: locked,
  acceptProposal: proposed,
  rejectProposal: proposed,
  withdrawProposal: proposed,
  rebaseProposal: proposed,
  createComment: locked,
  resolveComment: commented,
  redactComment: commented,
  reopenComment: async () => {
    const ready = await commented();
    await covers('resolveComment', 200, ready.caller, ready.input);
    return ready;
  },
  renewTask: working,
  releaseTask: working,
  submitTask: working,
  verifyTask: submitted,
  returnTask: submitted,
  decideLink: async () => ({ caller: human, input: { userCode: (await startLink()).userCode } }),
  createApiToken: async () => ({ caller: human }),
  revokeApiToken: async () => {
    const { body } = await covers('createApiToken', 201, human, {});
    return { caller: human, input: { tokenId: body.id } };
  },
};

/** The owner of a new space, with an id of each thing that the path names, made by the operation whose answer has such an id. */
async function inNewSpace(name: OperationName): Promise<Ready> {
  const caller = await openSpace();
  const input: Input = {};
  for (const id of pathParameters(operations[name].path).slice(1)) {
    const maker = served.find((each) => {
      const { method, path, example } = operations[each];
      return method === 'POST' && !path.includes(`{${id}}`) && Object.hasOwn((example.output as object | undefined) ?? {}, id);
    });
    if (!maker) throw new Error(`requests.ts has no request that makes ${name} succeed`);
    const { body } = await covers(maker, 200, caller, bodies[maker] ?? required(maker));
    input[id] = (body as Input)[id];
  }
  return { caller, input };
}

export async function succeeding(name: OperationName): Promise<{ caller: Caller; input: Input }> {
  const { caller, input } = await (ready[name]?.() ?? inNewSpace(name));
  return { caller, input: { ...input, ...(bodies[name] ?? required(name)) } };
}

/** Required fields with other values than `succeeding` gives them. */
export function changed(name: OperationName): Input {
  const { shape } = operations[name].input as { shape: Record<string, { safeParse(value: unknown): { success: boolean } }> };
  const others = Object.entries(required(name)).flatMap(([field, value]) => {
    const other = otherThan(value).find((each) => shape[field]!.safeParse(each).success);
    return other === undefined ? [] : [[field, other]];
  });
  return Object.fromEntries(others) as Input;
}

function otherThan(value: unknown): unknown[] {
  if (typeof value === 'string') return [`Another ${value}`];
  if (typeof value === 'number') return [value + 1, value - 1];
  return Array.isArray(value) ? [value.toReversed()] : [];
}
