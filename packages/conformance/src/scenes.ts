import { target } from './target.ts';
import { covers, nobody, type Caller, type Input } from './wire/call.ts';

export interface KeyHolder extends Caller {
  spaceId: string;
  key: string;
}

/** The owner or a participant of a space, or an invitation to it. */
export interface Member extends KeyHolder {
  id: string;
}

export async function openSpace(wish: Input = {}, caller: Caller = nobody): Promise<Member> {
  // Whatever the default of the deployment: most checks send messages by nobody human.
  const unlimited = target().specOnly ? {} : { agentBudget: null };
  const given = { name: 'Bridge', description: 'Where we meet', ...unlimited, ...wish };
  const { body } = await covers('createSpace', 200, caller, given);
  return { spaceId: body.spaceId, id: body.ownerId, key: body.ownerPrivateKey };
}

let opened: Promise<Member> | undefined;

/** A space shared by all checks that do not change it, because the number of spaces per address and hour is limited. */
export const anySpace = (): Promise<Member> => (opened ??= openSpace());

export async function invite(owner: Member, terms?: Input): Promise<Member> {
  const { body } = await covers('createInvitation', 200, owner, terms);
  return { spaceId: owner.spaceId, id: body.invitationId, key: body.publicInvitationKey };
}

/** Joins a public space. */
export async function join(owner: Member, wish: Input = {}): Promise<Member> {
  const { body } = await covers('joinSpace', 200, await invite(owner), { name: 'Ada', ...wish });
  return { spaceId: owner.spaceId, id: body.participantId, key: body.participantPrivateKey };
}

/** Asks to join a private space; returns the id that the owner can approve. */
export async function ask(invitation: KeyHolder, wish: Input = {}): Promise<string> {
  const { body } = await covers('joinSpace', 202, invitation, { name: 'Ada', ...wish });
  return body.participantId;
}

export async function collect(invitation: KeyHolder, participantId: string): Promise<Member> {
  const { body } = await covers('getJoinStatus', 200, invitation, { participantId });
  return { spaceId: invitation.spaceId, id: participantId, key: body.participantPrivateKey };
}

/** Joins a private space and is approved; the key is not used yet. */
export async function admitted(owner: Member, wish: Input = {}): Promise<Member> {
  const invitation = await invite(owner);
  const participantId = await ask(invitation, wish);
  await covers('approveParticipant', 200, owner, { participantId });
  return collect(invitation, participantId);
}

export async function write(member: Member, content: string, wish: Input = {}): Promise<string> {
  const { body } = await covers('createArtifact', 200, member, { name: 'Plan', type: 'markdown', content, ...wish });
  return body.id;
}

/** Proposes a change of version 1; returns the id of the proposal. */
export async function propose(member: Member, wish: Input): Promise<string> {
  const { body } = await covers('createProposal', 200, member, { baseVersion: 1, ...wish });
  return body.proposalId;
}

export async function say(member: Member, content: string, wish: Input = {}): Promise<string> {
  const { body } = await covers('sendMessage', 200, member, { content, ...wish });
  return body.messageId;
}

/** Directs a message to a member; returns the id of its delivery. */
export async function directed(sender: Member, to: Member, wish: Input = {}): Promise<string> {
  const { body } = await covers('sendMessage', 200, sender, { content: 'Ready?', to: [to.id], ...wish });
  return body.deliveries![0]!.deliveryId;
}

/** Claims a delivery that is queued. */
export async function claim(member: Member, input: Input = {}) {
  const { body } = await covers('claimDelivery', 200, member, input);
  return body.delivery!;
}

/** A link request with the user code, taken from its URL. */
export async function startLink(input: Input = {}) {
  const { body } = await covers('startLink', 200, nobody, input);
  return { ...body, userCode: new URL(body.verificationUriComplete).search.slice(-9) };
}

/** A public space with one of everything that an operation can need. */
export async function everybody(wish: Input = {}) {
  const owner = await openSpace(wish);
  const invitation = await invite(owner);
  const guest = await join(owner);
  const artifactId = await write(guest, '# Plan');
  return { owner, guest, invitation, artifactId };
}

/** An artifact of the guest, who decides about it like the owner, and Cyn, who does not. */
export async function proposing(content = 'one\ntwo\n') {
  const { owner, guest } = await everybody();
  const artifact = { artifactId: await write(guest, content) };
  const cyn = await join(owner, { name: 'Cyn' });
  const offer = async (change: Input = { append: 'three\n' }, author = cyn) => ({
    ...artifact,
    proposalId: await propose(author, { ...artifact, ...change }),
  });
  const read = async () => (await covers('getArtifact', 200, owner, artifact)).body;
  const rewrite = async (text: string) => {
    const { version } = await read();
    return covers('writeArtifact', 200, guest, { ...artifact, content: text, lock: 'auto', baseVersion: version });
  };
  return { owner, guest, cyn, artifact, offer, read, rewrite };
}

/** Ada who creates tasks, and two who work. */
export async function tasking(space: Input = {}) {
  const { owner, guest: ada, artifactId } = await everybody(space);
  const [bob, eve] = [await join(owner, { name: 'Bob' }), await join(owner, { name: 'Eve' })];
  const create = async (wish: Input = {}) => {
    const { body: created } = await covers('createTask', 200, ada, { title: 'Work', ...wish });
    return { created, task: { taskId: created.taskId } };
  };
  /** A task that Bob has submitted. */
  const submitted = async () => {
    const { task } = await create();
    await covers('claimTask', 200, bob, task);
    await covers('submitTask', 200, bob, { ...task, evidence: { note: 'All are Mondays' } });
    await covers('claimDelivery', 200, ada);
    return task;
  };
  return { owner, ada, bob, eve, artifactId, create, submitted };
}
