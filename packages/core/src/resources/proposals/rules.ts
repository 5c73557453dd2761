import { inQuotes } from '../../kernel/envelope.ts';
import { missing } from './errors.ts';
import { type ErrorDetails, notFound, ServiceError } from '../../kernel/errors.ts';
import { type Artifact, type ChangeVia } from '../artifacts/entity.ts';
import { type Instant } from '../../kernel/instant.ts';
import { type Participant } from '../participants/entity.ts';
import { type Proposal, type ProposalEnd } from './entity.ts';
import { maxOpenProposals, maxOpenProposalsPerSpace } from './limits.ts';
import { authorIn } from '../artifacts/rules.ts';
import { lockAt } from '../artifacts/entity.ts';
import { type SpaceState } from '../../kernel/state.ts';
import { assertAllowed } from '../../kernel/assertions.ts';
import { isHere } from '../participants/rules.ts';

/** What its author says of a change. */
export interface Offer {
  readonly baseVersion: number;
  readonly via: ChangeVia;
  readonly note?: string | undefined;
}

/** A new proposal. Throws if there are too many open ones. */
export function open(
  state: SpaceState,
  { artifactId }: Pick<Artifact, 'artifactId'>,
  { proposalId, ...offer }: Offer & { proposalId: string },
  author: Participant,
  now: Instant,
): Proposal {
  const refusal = noRoom(state, artifactId);
  if (refusal) throw refusal;
  return {
    proposalId,
    artifactId,
    ...authorIn(state, author),
    ...offer,
    revision: 1,
    createdAt: now,
    deliveryIds: [],
  };
}

/** Why no more can be opened. */
export function noRoom(state: SpaceState, artifactId: string): ServiceError | undefined {
  const isFull = state.proposals.size >= maxOpenProposalsPerSpace;
  if (!isFull && openFor(state, artifactId).length < maxOpenProposals) return undefined;
  const most = isFull
    ? `A space can have at most ${maxOpenProposalsPerSpace}`
    : `An artifact can have at most ${maxOpenProposals}`;
  return new ServiceError('invalid_request', `${most} open proposals: wait until some are decided, or withdraw yours`);
}

/** The open proposals for an artifact, oldest first. */
export const openFor = ({ proposals }: SpaceState, artifactId: string): Proposal[] =>
  [...proposals.values()].filter((each) => each.artifactId === artifactId);

/**
 * The open proposal with this id, for this artifact.
 * @param stored - As the store has it, if it was read: one that has ended is no longer in the state.
 */
export function found(
  state: SpaceState,
  { artifactId, proposalId }: Pick<Proposal, 'artifactId' | 'proposalId'>,
  stored: Proposal | undefined,
): Proposal {
  const proposal = state.proposals.get(proposalId);
  if (proposal?.artifactId === artifactId) return proposal;
  if (stored?.artifactId === artifactId && stored.end) throw ended(stored.end);
  throw notFound(missing.proposalId);
}

const ended = ({ state }: ProposalEnd): ServiceError =>
  new ServiceError('proposal_ended', `The proposal has already ended: it is ${state.replaceAll('_', ' ')}`);

/** Who can decide about proposals: the holder of the lock, the creator and the owner. */
export const decides = (artifact: Artifact, { participantId, isOwner }: Participant, now: Instant): boolean =>
  isOwner || participantId === artifact.createdBy || participantId === lockAt(artifact, now)?.lockedBy;

export function assertDecides(artifact: Artifact, caller: Participant, now: Instant): void {
  const who = 'the holder of the lock, the creator of the artifact and the owner of the space can decide about proposals';
  assertAllowed(decides(artifact, caller, now), who);
}

export function assertAuthor({ authorId }: Proposal, { participantId }: Participant): void {
  assertAllowed(participantId === authorId, 'its author can change or withdraw a proposal');
}

/** Those who are asked to decide: another participant who holds the lock, otherwise the creator and the owner, unless they are muted. */
export function deciders(state: SpaceState, artifact: Artifact, author: Participant, now: Instant): string[] {
  const holder = lockAt(artifact, now)?.lockedBy;
  const isOther = holder !== undefined && holder !== author.participantId && isHere(state, holder);
  const asked = isOther ? [holder] : [artifact.createdBy, state.space.ownerId];
  const canDecide = (id: string) => isHere(state, id) && state.participants.get(id)?.status !== 'muted';
  return [...new Set(asked)].filter((id) => id !== author.participantId && canDecide(id));
}

/** Its author replaces the change. */
export const rebased = (proposal: Proposal, offer: Offer): Proposal => ({
  ...proposal,
  ...offer,
  revision: proposal.revision + 1,
  messageId: undefined,
  deliveryIds: [],
});

export const end = (proposal: Proposal, how: ProposalEnd): Proposal => ({ ...proposal, end: how });

/** Throws 409 if its author has changed it since a caller has read it. */
export function assertRevision({ revision }: Proposal, read: number | undefined): void {
  if (read === undefined || read === revision) return;
  throw new ServiceError('proposal_stale', `The author has changed the proposal meanwhile: it is at revision ${revision}`);
}

/** It no longer applies. `diff`: what has changed since its base, if that is still stored. */
export const stale = ({ version }: Artifact, { baseVersion }: Proposal, diff: ErrorDetails['diff'] | undefined): ServiceError =>
  new ServiceError(
    'proposal_stale',
    `The proposal is based on version ${baseVersion} and does not apply to version ${version}: accept it with a content, or reject it`,
    { currentVersion: version, ...(diff && { diff }) },
  );

/** Whether an open proposal is based on a version, so that its content is needed. */
export const isBase = (state: SpaceState, artifactId: string): ((version: number) => boolean) => {
  const bases = new Set(openFor(state, artifactId).map(({ baseVersion }) => baseVersion));
  return (version) => bases.has(version);
};

const because = (note: string | undefined): string => (note ? `: ${note}` : '');

/** The text of the message that announces it. */
export const announcement = ({ name }: Pick<Artifact, 'name'>, { revision, note }: Proposal): string =>
  `${revision === 1 ? 'I propose a change of' : 'I changed my proposal for'} ${inQuotes(name)}${because(note)}`;

/** The text of the message that tells its author of its end. */
export function verdict(artifact: Pick<Artifact, 'name'>, { state, version, note }: ProposalEnd): string {
  const did = state === 'rejected' ? 'rejected' : 'accepted';
  const how = state === 'accepted_with_changes' ? ' with changes' : '';
  const became = version === undefined ? '' : ` (version ${version})`;
  return `I ${did} your proposal for ${inQuotes(artifact.name)}${how}${became}${because(note)}`;
}

/** The text of the message to all whose proposals ended with their artifact. */
export const deletion = (artifact: Pick<Artifact, 'name'>): string =>
  `I deleted ${inQuotes(artifact.name)}, so your proposal for it is rejected`;
