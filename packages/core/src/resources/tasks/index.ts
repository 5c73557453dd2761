import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import { leaseId, leaseSeconds } from '../../kernel/lease.ts';
import { maxLeaseSeconds } from '../../kernel/lease-limits.ts';
import { maxSequence } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { hasMore } from '../../kernel/paging.ts';
import { reference } from '../../kernel/reading.ts';
import { redactionReason } from '../../kernel/redaction.ts';
import { type Tag, entity, fact, resource } from '../../kernel/resource.ts';
import { id, label, line, openOrAll, spacePath, text } from '../../kernel/schemas.ts';
import { searched } from '../../kernel/searched.ts';
import { artifactReference } from '../artifacts/views.ts';
import { maxNoteCharacters } from '../../kernel/limits.ts';
import * as participants from '../participants/example.ts';
import { participantReference } from '../participants/views.ts';
import { openTasks } from './caught.ts';
import type { Task } from './entity.ts';
import * as example from './example.ts';
import { taskChanged, type TaskFact } from './facts.ts';
import { opened, withoutTexts } from './rules.ts';
import { maxTaskAddressees, maxTaskTextCharacters, maxTaskTitleCharacters } from './limits.ts';
import { createdTask, shown, taskView, taskWithText } from './views.ts';
import { errors, errorDetails, missing } from './errors.ts';
import { events } from './events.ts';
import { eventTypes } from './event-types.ts';
import { forModels } from './for-models.ts';

const tag: Tag = {
  name: 'Tasks',
  description: 'Work that one participant at a time claims, and that somebody else verifies.',
  permission: 'send',
  tools: 'participant',
};

const entities = {
  tasks: entity<Task>({
    idOf: ({ taskId }) => taskId,
    charactersOf: ({ title, submission, returned }) =>
      title.length + (submission?.evidence.note?.length ?? 0) + (returned?.note.length ?? 0),
    dueAt: ({ lease }) => lease?.expiresAt,
    withDue: (task, expiresAt) => ({ ...task, lease: { ...task.lease!, expiresAt } }),
    lapse: (task) => {
      const changed = opened(task);
      return { changed, fact: taskChanged('lapsed', changed, task.worker!.participantId, task.worker) };
    },
    atEnd: (task) => task.lease && opened(task),
    renamed: ({ worker, ...task }, participantId, name) => {
      const [created, works] = [task.createdBy === participantId, worker?.participantId === participantId];
      if (!created && !works) return undefined;
      return { ...task, worker: worker && (works ? { ...worker, name } : worker), ...(created && { createdByName: name }) };
    },
  }),
};

const facts = {
  task: fact<TaskFact>('everyone', { texts: { of: ['taskId'], without: withoutTexts } }),
};

const maxTasksPerPage = 100;

const taskPath = spacePath.extend({ taskId: reference('task', id.meta({ description: 'ID of the task' })) });

const evidence = z
  .object({
    artifactId: artifactReference().optional(),
    version: z.int().min(1).optional().meta({ description: 'The version of the artifact' }),
    messageId: id.optional(),
    note: label(maxNoteCharacters).optional(),
  })
  .refine(
    ({ artifactId, version, messageId, note }) =>
      (artifactId === undefined) === (version === undefined) &&
      [artifactId, messageId, note].filter((each) => each !== undefined).length === 1,
    'must have an `artifactId` with its `version`, or a `messageId`, or a `note`',
  )
  .meta({ description: 'What shows that it is done: an `artifactId` with its `version`, or a `messageId`, or a `note`' });

const readRevision = z
  .int()
  .min(1)
  .optional()
  .meta({ description: 'The submission that you have read: 409 `task_conflict` if there is a newer one' });

const ofTask = { ...meeting.inSpace, taskId: example.taskId };

const words = 'Each date in the plan should be a Monday.';

/** What callers who have not read the documentation call its fields. */
const aliases = {
  title: ['name', 'subject', 'summary'],
  text: ['description', 'body', 'details', 'content'],
  for: ['assignees', 'assignedTo', 'to', 'participants'],
};

const operations = () => ({
  createTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks',
    summary: 'Create a task',
    description:
      'One participant at a time claims it, submits it with evidence, and you or the owner verify it. Those in `for` get a delivery; ' +
      'others can claim it too.',
    example: {
      input: { ...meeting.inSpace, title: shown.open.title, text: words, artifactId: shown.open.artifactId, for: shown.open.for },
      output: { ...shown.created, to: shown.open.for },
    },
    tag,
    auth: 'member',
    forModels: {
      description: 'One participant at a time claims it; you or the owner verify it.',
      fields: { title: '', text: 'As Markdown', for: 'Who is meant; each gets a delivery' },
    },
    input: spacePath.extend({
      title: line(maxTaskTitleCharacters).meta({ description: 'What to do, in one line' }),
      text: text(maxTaskTextCharacters).optional().meta({ description: 'Details, as Markdown' }),
      artifactId: artifactReference().optional().meta({ description: 'The artifact that it is about' }),
      for: z
        .array(participantReference())
        .min(1)
        .max(maxTaskAddressees)
        .refine((ids) => new Set(ids).size === ids.length, 'must not contain an id twice')
        .optional()
        .meta({ description: 'IDs of the participants who are meant; each gets a delivery' }),
    }),
    output: createdTask,
    errors: [400, 401, 404, 409, 429],
    refusesMuted: true,
  }),

  listTasks: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/tasks',
    summary: 'List the tasks of a space, newest first',
    description: 'Those that have not ended by default. To continue, pass the `sequence` of the last one as `before`.',
    example: { input: meeting.inSpace, output: { tasks: [shown.open], hasMore: false } },
    tag,
    auth: 'member',
    forModels: {
      description: 'Without their texts.',
      defaults: { limit: 20 },
      fields: { state: '', mine: 'What you created, work on or are meant for', before: 'A `sequence`' },
    },
    input: spacePath.extend({
      state: openOrAll.default('open').meta({ description: '`all`: also those that have ended' }),
      mine: z
        .boolean()
        .default(false)
        .meta({ description: 'Only those that you created or work on, or that are open and meant for you' }),
      before: z.int().min(1).max(maxSequence).optional().meta({ description: 'Only older ones than this sequence' }),
      limit: z.int().min(1).max(maxTasksPerPage).default(50).meta({ description: 'Number of tasks' }),
    }),
    output: z
      .object({ tasks: z.array(taskView), hasMore })
      .meta({ id: 'TaskList', description: 'Tasks of a space, newest first, without their texts' }),
    errors: [400, 401, 404, 429],
  }),

  getTask: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/tasks/{taskId}',
    summary: 'Read a task with its text',
    description: 'Also after it has ended.',
    example: { input: ofTask, output: { ...shown.open, text: words } },
    tag,
    auth: 'member',
    forModels: { group: 'tasks' },
    input: taskPath,
    output: taskWithText,
    errors: [401, 404, 429],
  }),

  claimTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks/{taskId}/claim',
    summary: 'Claim an open task, to work on it',
    description:
      'You hold its lease until you submit or release it, or the lease expires; then it is open again. 409 `task_claimed` names who was faster; ' +
      '409 `limit_reached` means that you already work on as many tasks as the space permits: one, unless it has `tasksPerParticipant`.',
    example: { input: { ...ofTask, leaseSeconds: 60 }, output: { ...shown.claimed, text: words } },
    tag,
    auth: 'member',
    forModels: {
      description: 'Returns its text and your lease: call `submit_task` before it expires. 409 `task_claimed`: choose another.',
      fields: { leaseSeconds: `At most ${maxLeaseSeconds}` },
      showsTexts: true,
    },
    input: taskPath.extend({ leaseSeconds }),
    output: taskWithText,
    errors: [400, 401, 404, 409, 429],
    refusesMuted: true,
    whilePaused: 'refused',
  }),

  renewTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks/{taskId}/renew',
    summary: 'Renew the lease of a task that you work on',
    description: 'The lease then lasts for `leaseSeconds` from now. 409 `lease_lost` means that you no longer hold it.',
    example: { input: { ...ofTask, leaseSeconds: 60 }, output: shown.claimed },
    tag,
    auth: 'member',
    forModels: { description: 'It then lasts for `leaseSeconds` from now.', group: 'tasks' },
    input: taskPath.extend({ leaseId, leaseSeconds }),
    output: taskView,
    errors: [400, 401, 404, 409, 429],
    refusesMuted: true,
    whenFull: 'usesReserve',
    whilePaused: 'works',
  }),

  releaseTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks/{taskId}/release',
    summary: 'Release a task that you work on',
    description: 'It is open again at once.',
    example: { input: ofTask, output: { ...shown.open, attempt: 1 } },
    tag,
    auth: 'member',
    forModels: { group: 'tasks' },
    input: taskPath.extend({ leaseId }),
    output: taskView,
    errors: [400, 401, 404, 409, 429],
    whenFull: 'works',
    whilePaused: 'works',
  }),

  submitTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks/{taskId}/submit',
    summary: 'Submit a task that you work on, with evidence',
    description: 'Its creator, or the owner if you created it, gets a message, and verifies or returns it.',
    example: { input: { ...ofTask, evidence: shown.submitted.evidence }, output: shown.submitted },
    tag,
    auth: 'member',
    forModels: {
      description: 'Its creator, or the owner, verifies or returns it.',
      hides: ['leaseId'],
      fields: { evidence: 'An `artifactId` with its `version`, a `messageId` or a `note`', version: '' },
    },
    input: taskPath.extend({ evidence, leaseId }),
    output: taskView,
    errors: [400, 401, 404, 409, 429],
    refusesMuted: true,
    whenFull: 'works',
  }),

  verifyTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks/{taskId}/verify',
    summary: 'Verify a submitted task: only for its creator and the owner, and never for who submitted it',
    description: 'That ends it, and who submitted it gets a message. 403 `own_work`: somebody else verifies your work.',
    example: {
      input: ofTask,
      output: { ...shown.submitted, state: 'verified', endedAt: meeting.at, endedBy: participants.ownerId },
    },
    tag,
    auth: 'member',
    forModels: {
      description: 'Check its evidence first. 403 `own_work`: somebody else verifies your work.',
      fields: { revision: 'That you have read' },
    },
    input: taskPath.extend({
      revision: readRevision,
    }),
    output: taskView,
    errors: [400, 401, 403, 404, 409, 429],
    refusesMuted: true,
    whenFull: 'works',
  }),

  returnTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks/{taskId}/return',
    summary: 'Return a submitted task: only for its creator and the owner, and never for who submitted it',
    description:
      'Who submitted it gets your note, and a new lease of 300 seconds to continue; if they are gone or muted, the task is open again.',
    example: {
      input: { ...ofTask, note: 'One is a Sunday' },
      output: {
        ...shown.worked,
        state: 'claimed',
        leaseExpiresAt: '2026-01-31T12:05:00.000Z',
        revision: 1,
        note: 'One is a Sunday',
        returnedBy: participants.ownerId,
        returnedAt: meeting.at,
      },
    },
    tag,
    auth: 'member',
    forModels: { description: 'The worker gets your note.', fields: { revision: 'That you have read' } },
    input: taskPath.extend({
      note: label(maxNoteCharacters).meta({ description: 'What is missing' }),
      revision: readRevision,
    }),
    output: taskView,
    errors: [400, 401, 403, 404, 409, 429],
    refusesMuted: true,
  }),

  cancelTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks/{taskId}/cancel',
    summary: 'Cancel a task: only for its creator and the owner',
    description: 'That ends it. Who works on it gets a message.',
    example: {
      input: ofTask,
      output: { ...shown.open, state: 'cancelled', endedAt: meeting.at, endedBy: participants.ownerId },
    },
    tag,
    auth: 'member',
    forModels: { group: 'tasks' },
    input: taskPath,
    output: taskView,
    errors: [401, 404, 409, 429],
    refusesMuted: true,
    whenFull: 'works',
  }),

  redactTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks/{taskId}/redact',
    summary: 'Erase the texts of a task: only for its creator and the owner',
    description:
      'Its title, its text, the notes of its evidence and of its return, and the messages about it. The task goes on as it was, also if it has ' +
      'ended: cancel it to end it. No server of this space shows the texts again; copies that clients have and backups keep them.',
    example: {
      input: { ...ofTask, reason: shown.redacted.redacted.reason },
      output: shown.redacted,
    },
    tag,
    auth: 'member',
    audited: ['taskId'],
    isCostly: true,
    forModels: {
      description: 'For a secret, or a text that must not stay. It cannot be undone, and does not end the task.',
      destroys: true,
      group: 'tasks',
    },
    input: taskPath.extend({ reason: redactionReason() }),
    output: taskView,
    errors: [400, 401, 403, 404, 409, 429],
    whenFull: 'works',
    whilePaused: 'works',
  }),
});

export const tasks = resource({
  ...{ tag, aliases, entities, events, facts, errors, errorDetails, missing, eventTypes, forModels, operations },
  todo: { tasks: openTasks },
  searched: { tasks: searched({ one: 'task', texts: 'the titles and texts of tasks' }) },
});
