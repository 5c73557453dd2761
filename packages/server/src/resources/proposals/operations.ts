import {
  missing,
  artifact,
  maxSequence,
  notFound,
  proposal as rules,
  proposalChanged,
  type Artifact,
  type ArtifactVersion,
  type edit,
  type InputOf,
  type Proposal,
  type SpaceState,
} from '@parley/core';
import { proposalView } from './present.ts';
import { Outdated } from '../../engine/write/decide.ts';
import {
  applied,
  assertBase,
  between,
  changed,
  madeOf,
  overwritten,
  prepared,
  textOf,
  withContent,
} from '../artifacts/change.ts';
import { withHunks } from './hunks.ts';
import { assertSize, bytesOf } from '../artifacts/content.ts';
import type { Environment } from '../../engine/environment.ts';
import { read, writeWith } from '../../engine/operation.ts';
import { openTo, openToDeciders, settledAll, type AnnouncedMessage, type DirectedRequest } from '../deliveries/directed.ts';
import { pageOf } from '../pages.ts';
import { announced, concluded, offered, storable } from '../artifacts/proposing.ts';

export const createProposal = writeWith<'createProposal'>()(
  async (asked) => {
    const [base, open] = await Promise.all([baseOf(asked), openToDeciders(asked)]);
    return { base, open };
  },
  (asked, { base, open }) => {
    const { state, caller, input, now, env } = asked;
    const before = artifact.found(state.artifacts.get(input.artifactId));
    const diff = differenceMade(before, input, base, env);
    const opened = rules.open(state, before, offered(input, env.mint.id()), caller, now);
    const { proposal, to, changes, events } = announced(asked, { before, proposal: opened, change: storable(input), open });
    return { changes, events, outcome: { ...proposalView(proposal), to, diff } };
  },
);

interface ProposalRequest {
  input: { spaceId: string; artifactId: string; baseVersion: number };
  env: Environment;
  caller(): Promise<unknown>;
}

/** The version that a change is based on, for callers who are admitted. */
async function baseOf({ input, env, caller }: ProposalRequest): Promise<ArtifactVersion | undefined> {
  await caller();
  return env.versions.find(input.spaceId, input.artifactId, input.baseVersion);
}

/** What a change makes of its base. Throws if there is no such version, or if the change does not apply to it. */
function differenceMade(
  before: Artifact,
  { baseVersion, ...change }: edit.TextChange & { baseVersion: number },
  base: ArtifactVersion | undefined,
  { limits }: Environment,
) {
  // It was written after the base was looked for.
  if (!base && baseVersion <= before.version) throw new Outdated();
  const { content: text } = withContent(base);
  const content = changed(before, text, change);
  assertSize(bytesOf(content), limits.artifactBytes);
  return between(baseVersion, text, baseVersion + 1, content);
}

export const listProposals = read<'listProposals'>(async ({ state, input, env }) => {
  const { spaceId, artifactId, state: which, before = maxSequence, limit } = input;
  artifact.found(state.artifacts.get(artifactId));
  const place = { spaceId, artifactId, before, limit: limit + 1 };
  const { page, hasMore } = pageOf(await env.proposals.page(which, place), limit);
  return { proposals: page.map(proposalView), hasMore };
});

export const getProposal = read<'getProposal'>(async ({ input, env }) => {
  const { spaceId, artifactId, proposalId } = input;
  const [stored, found] = await Promise.all([env.proposals.find(spaceId, proposalId), env.artifacts.find(spaceId, artifactId)]);
  const { artifact: present, content: text } = artifact.found(found);
  if (stored?.proposal.artifactId !== artifactId) throw notFound(missing.proposalId);
  const { proposal, change } = stored;
  const view = { ...proposalView(proposal), ...change, currentVersion: present.version };
  const isOnOlder = proposal.end !== undefined || proposal.baseVersion !== present.version;
  const base = isOnOlder ? await env.versions.find(spaceId, artifactId, proposal.baseVersion) : undefined;
  const made = proposal.end ? undefined : applied({ version: present.version, text }, change, proposal, base);
  if (made) {
    const { applies, content } = made;
    const diff = between(present.version, text, present.version + 1, content);
    return { ...view, applies, ...(applies === 'merged' && { merged: content }), diff };
  }
  const content = base?.content === undefined ? undefined : madeOf(base.content, change);
  return {
    ...view,
    ...(!proposal.end && { applies: 'conflict' as const }),
    ...(content !== undefined && { diff: between(base!.version, base!.content!, base!.version + 1, content) }),
  };
});

/** What was read of a proposal: it can have changed, or ended, since. */
interface FoundProposal {
  stored: Awaited<ReturnType<Environment['proposals']['find']>>;
  announcements: AnnouncedMessage;
}

async function stored({ input: { spaceId, proposalId }, env, caller }: FindingProposal): Promise<FoundProposal> {
  await caller();
  const stored = await env.proposals.find(spaceId, proposalId);
  return { stored, announcements: await env.deliveries.some(spaceId, stored?.proposal.deliveryIds ?? []) };
}

type FindingProposal = { input: { spaceId: string; proposalId: string }; env: Environment; caller(): Promise<unknown> };

/**
 * The open proposal, with its sequence, which the process that stored it does not know. Throws `Outdated` if it has ended since it was
 * read, because only the store knows how.
 */
function openOf(state: SpaceState, input: InputOf<'getProposal'>, stored: FoundProposal['stored']): Proposal {
  const isOpen = state.proposals.has(input.proposalId);
  if (!isOpen && stored && !stored.proposal.end) throw new Outdated();
  return { ...rules.found(state, input, stored?.proposal), sequence: stored?.proposal.sequence };
}

/** How many deliveries of the caller to the author are open, if they could be too many. */
const openToAuthor = (asked: DirectedRequest, { stored }: FoundProposal) => stored && openTo([stored.proposal.authorId], asked);

export const acceptProposal = writeWith<'acceptProposal'>()(
  async (asked) => {
    const { input, env } = asked;
    const [found, present] = await Promise.all([stored(asked), prepared(asked)]);
    const { proposal } = found.stored ?? {};
    const isOnOlder = proposal && proposal.baseVersion !== present?.version;
    const base = isOnOlder ? await env.versions.find(input.spaceId, proposal.artifactId, proposal.baseVersion) : undefined;
    const isNeeded = found.stored && present && input.content === undefined;
    const made = isNeeded ? applied(present, found.stored!.change, found.stored!.proposal, base) : undefined;
    return { ...found, present, base, made, open: await openToAuthor(asked, found) };
  },
  (asked, { stored, present, base, made, ...found }) => {
    const { state, caller, input, now, env } = asked;
    const before = artifact.found(state.artifacts.get(input.artifactId));
    const proposal = openOf(state, input, stored);
    rules.assertDecides(before, caller, now);
    rules.assertRevision(proposal, input.revision);
    const writable = artifact.writable(state, before, { lock: 'auto' }, caller, now, env.lockTtlMs);
    assertBase(state, before, { lock: 'auto', ...input }, present);
    const text = textOf(present, before);
    if (stored?.proposal.revision !== proposal.revision) throw new Outdated();
    const accepted = input.content ?? made?.content;
    if (accepted === undefined) {
      const since = base?.content === undefined ? undefined : between(base.version, base.content, before.version, text);
      throw rules.stale(before, proposal, since);
    }
    const content = input.hunks ? withHunks(text, accepted, input.hunks) : accepted;
    const written = overwritten(asked, {
      ...{ before, writable, content, found: present, via: 'proposal', action: 'updated' },
      author: proposal,
      ...{ note: proposal.note, proposalId: proposal.proposalId, acceptedBy: caller.participantId },
    });
    const isChanged = input.content !== undefined || input.hunks !== undefined;
    const how = isChanged ? ('accepted_with_changes' as const) : ('accepted' as const);
    const end = { state: how, at: now, by: caller.participantId, version: before.version + 1 };
    const { ended, changes, events } = concluded(asked, { before, proposal, end, ...found });
    return {
      changes: { ...written.changes, ...changes },
      events: [...events, ...written.events, proposalChanged(ended, before, caller.participantId)],
      outcome: proposalView(ended),
    };
  },
);

export const rejectProposal = writeWith<'rejectProposal'>()(
  async (asked) => {
    const found = await stored(asked);
    return { ...found, open: await openToAuthor(asked, found) };
  },
  (asked, { stored, ...found }) => {
    const { state, caller, input, now } = asked;
    const before = artifact.found(state.artifacts.get(input.artifactId));
    const proposal = openOf(state, input, stored);
    rules.assertDecides(before, caller, now);
    const end = { state: 'rejected' as const, at: now, by: caller.participantId, note: input.note };
    const { ended, changes, events } = concluded(asked, { before, proposal, end, ...found });
    return {
      changes,
      events: [...events, proposalChanged(ended, before, caller.participantId)],
      outcome: proposalView(ended),
    };
  },
);

export const withdrawProposal = writeWith<'withdrawProposal'>()(stored, (asked, { stored, announcements }) => {
  const { state, caller, input, now } = asked;
  const before = artifact.found(state.artifacts.get(input.artifactId));
  const proposal = openOf(state, input, stored);
  rules.assertAuthor(proposal, caller);
  const end = { state: 'withdrawn' as const, at: now, by: caller.participantId };
  const { ended, changes, events } = concluded(asked, { before, proposal, end, announcements });
  return {
    changes,
    events: [proposalChanged(ended, before, caller.participantId), ...events],
    outcome: proposalView(ended),
  };
});

export const rebaseProposal = writeWith<'rebaseProposal'>()(
  async (asked) => {
    const [found, base, open] = await Promise.all([stored(asked), baseOf(asked), openToDeciders(asked)]);
    return { ...found, base, open };
  },
  (asked, { stored, announcements, base, open }) => {
    const { state, caller, input, env } = asked;
    const before = artifact.found(state.artifacts.get(input.artifactId));
    const proposal = openOf(state, input, stored);
    rules.assertAuthor(proposal, caller);
    const diff = differenceMade(before, input, base, env);
    const rebased = rules.rebased(proposal, { ...offered(input, proposal.proposalId), note: input.note ?? proposal.note });
    const made = announced(asked, { before, proposal: rebased, change: storable(input), open });
    const withdrawn = settledAll(asked, proposal, announcements);
    return {
      changes: { ...made.changes, deliveries: [...made.changes.deliveries, ...withdrawn.deliveries] },
      events: [...made.events, ...withdrawn.events],
      outcome: { ...proposalView(made.proposal), to: made.to, diff },
    };
  },
);
