import {
  missing,
  delivery,
  maxSequence,
  notFound,
  invalidField,
  task as rules,
  taskChanged,
  type SpaceState,
  type TaskEvidence,
} from '@parley/core';
import { taskView } from './present.ts';

import { read, writeWith } from '../../engine/operation.ts';
import { acknowledgedBy, openTo } from '../deliveries/directed.ts';
import { pageOf } from '../pages.ts';
import { redactionBy } from '../redacting.ts';
import { current, erased, textsOf } from './redacting.ts';
import { concluded, findingTask, moving, moved, stored, storedIfNeeded, told } from './tasking.ts';

export const createTask = writeWith<'createTask'>()(
  (asked) => {
    const { for: meant } = asked.input;
    if (!meant) return undefined;
    const open = openTo(meant, asked);
    return open ? open.then((open) => ({ open })) : {};
  },
  (asked, prepared) => {
    const { state, caller, input, now, env } = asked;
    const { title, text, artifactId, for: meant } = input;
    if (artifactId !== undefined) assertArtifact(state, 'artifactId', artifactId);
    if (meant) delivery.addressees(state, caller, meant, 'for');
    const created = rules.create(state, { taskId: env.mint.id(), title, artifactId, for: meant ?? [] }, caller, now);
    const { taskId } = created;
    const sent = told(asked, created, { content: rules.messages.asked(created), to: meant ?? [], spends: 'always', ...prepared });
    const task = { ...created, asking: sent.asking };
    return {
      changes: {
        ...sent.changes,
        tasks: [task],
        taskTexts: text ? [{ taskId, text, bytes: Buffer.byteLength(text) }] : [],
      },
      // The message is first, because its deliveries name its sequence.
      events: [...sent.events, taskChanged('created', task, caller.participantId)],
      outcome: { ...taskView(task, now), to: sent.to },
    };
  },
);

export const listTasks = read<'listTasks'>(async ({ caller, input, now, env }) => {
  const { spaceId, state: which, mine, before = maxSequence, limit } = input;
  const place = { spaceId, before, limit: limit + 1, ...(mine && { mine: { participantId: caller.participantId, now } }) };
  const { page, hasMore } = pageOf(await env.tasks.page(which, place), limit);
  return { tasks: page.map((each) => taskView(each, now)), hasMore };
});

export const getTask = read<'getTask'>(async ({ input, now, env }) => {
  const found = await env.tasks.find(input.spaceId, input.taskId);
  if (!found) throw notFound(missing.taskId);
  return { ...taskView(found.task, now), ...(found.text !== undefined && { text: found.text }) };
});

export const claimTask = writeWith<'claimTask'>()(
  storedIfNeeded,
  (asked, found) => {
    const { state, caller, input, now, env } = asked;
    const before = findingTask(asked, found);
    const lease = { leaseId: env.mint.id(), expiresAt: now + input.leaseSeconds * 1000 };
    const claimed = rules.claim(state, before, lease, caller, now);
    const mine = found?.announcements.find(({ participantId }) => participantId === caller.participantId);
    const settled = mine && acknowledgedBy(mine, asked);
    const { changes, events } = moved('claimed', claimed, caller);
    return {
      changes: { ...changes, ...settled?.changes },
      events: [...events, ...(settled?.events ?? [])],
      outcome: taskView(claimed, now, lease.leaseId),
    };
  },
  async (view, { input, env }) => {
    const { text } = (await env.tasks.find(input.spaceId, input.taskId)) ?? {};
    return { ...view, ...(text !== undefined && { text }) };
  },
);

export const renewTask = writeWith<'renewTask'>()(storedIfNeeded, (asked, found) => {
  const { input, now } = asked;
  const renewed = rules.renew(findingTask(asked, found), moving(asked), now + input.leaseSeconds * 1000);
  return { changes: { tasks: [renewed] }, outcome: taskView(renewed, now, renewed.lease!.leaseId) };
});

export const releaseTask = writeWith<'releaseTask'>()(storedIfNeeded, (asked, found) => {
  const before = findingTask(asked, found);
  const released = rules.release(before, moving(asked));
  return { ...moved('released', released, asked.caller, before.worker), outcome: taskView(released, asked.now) };
});

export const submitTask = writeWith<'submitTask'>()(
  async (asked) => {
    const { input, env } = asked;
    const { messageId } = input.evidence;
    const [found, sequence] = await Promise.all([
      stored(asked, ({ state, task }) => rules.verifiers(state, task)),
      messageId === undefined ? undefined : env.events.sequenceOf(input.spaceId, messageId),
    ]);
    return { found, hasMessage: sequence !== undefined };
  },
  (asked, { found, hasMessage }) => {
    const { state, input, now } = asked;
    const before = findingTask(asked, found);
    const submitted = rules.submit(before, moving(asked), input.evidence, now);
    assertEvidence(state, input.evidence, hasMessage);
    return concluded(asked, found, {
      ...{ before, after: submitted, action: 'submitted' },
      message: { content: rules.messages.submitted(submitted), to: rules.verifiers(state, submitted), spends: 'ifPossible' },
      asks: true,
    });
  },
);

export const verifyTask = writeWith<'verifyTask'>()(
  (asked) => stored(asked, ({ task }) => workerOf(task)),
  (asked, found) => {
    const { caller, input, now } = asked;
    const before = findingTask(asked, found);
    const verified = rules.verify(before, caller, input.revision, now);
    const message = { content: rules.messages.ended(verified), to: workerOf(before) };
    return concluded(asked, found, { before, after: verified, action: 'verified', message });
  },
);

export const returnTask = writeWith<'returnTask'>()(
  (asked) => stored(asked, ({ task }) => workerOf(task)),
  (asked, found) => {
    const { state, caller, input, now, env } = asked;
    const before = findingTask(asked, found);
    const lease = rules.leaseOfReturned(env.mint.id(), now);
    const returned = rules.giveBack(state, before, { lease, caller, note: input.note, read: input.revision }, now);
    const message = { content: rules.messages.returned(returned), to: workerOf(before), spends: 'ifPossible' as const };
    return concluded(asked, found, { before, after: returned, action: 'returned', message });
  },
);

export const cancelTask = writeWith<'cancelTask'>()(
  (asked) => stored(asked, ({ task }) => workerOf(task)),
  (asked, found) => {
    const { caller, now } = asked;
    const before = findingTask(asked, found);
    const cancelled = rules.cancel(before, caller, now);
    const message = { content: rules.messages.ended(cancelled), to: workerOf(before) };
    return concluded(asked, found, { before, after: cancelled, action: 'cancelled', message });
  },
);

export const redactTask = writeWith<'redactTask'>()(
  async ({ input: { spaceId, taskId }, env, caller }) => {
    const participant = await caller();
    return textsOf({ spaceId, taskId }, env, (task) => rules.assertRedactable(task, participant));
  },
  (asked, texts) => {
    const { state, caller, input, now } = asked;
    const before = current(state, input.taskId, texts);
    if (!before) throw notFound(missing.taskId);
    rules.assertRedactable(before, caller);
    if (before.redacted) return { outcome: taskView(before, now), isRepeatable: true };
    const effects = erased(before, texts, redactionBy(asked));
    return { ...effects, outcome: taskView(effects.outcome, now) };
  },
);

const workerOf = ({ worker }: { worker?: { participantId: string } | undefined }): string[] =>
  worker ? [worker.participantId] : [];

function assertEvidence(state: SpaceState, { artifactId, version, messageId }: TaskEvidence, hasMessage: boolean): void {
  if (messageId !== undefined && !hasMessage)
    throw invalidField('evidence.messageId', 'must be the id of a message in this space');
  if (artifactId === undefined) return;
  const newest = assertArtifact(state, 'evidence.artifactId', artifactId).version;
  if (version! > newest) throw invalidField('evidence.version', `must be at most ${newest}, the present version`);
}

function assertArtifact({ artifacts }: SpaceState, field: string, artifactId: string) {
  const found = artifacts.get(artifactId);
  if (!found) throw invalidField(field, 'must be the id of an artifact in this space');
  return found;
}
