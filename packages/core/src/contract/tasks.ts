import { z } from 'zod';
import { maxNoteCharacters, maxSequence, maxTaskAddressees, maxTaskTextCharacters, maxTaskTitleCharacters } from '../limits.ts';
import type { Instant, Task, TaskAction, TaskEvidence, TaskState } from './entities.ts';
import { example } from './example.ts';
import { entity, fact, type Tag } from './noun.ts';
import { operation } from './operation.ts';
import { hasMore } from './paging.ts';
import { callerLabel, callerText, reference } from './reading.ts';
import {
  artifactReference,
  dateTime,
  id,
  label,
  leaseId,
  leaseSeconds,
  line,
  openOrAll,
  participantReference,
  sequence,
  spacePath,
  taskAction,
  taskEvidence,
  taskState,
  text,
} from './schemas.ts';
import { createdTask, shown, taskView, taskWithText } from './task-views.ts';

interface TaskFact {
  taskId: string;
  title: string;
  action: TaskAction;
  state: TaskState;
  createdBy: string;
  actorId: string;
  claimedBy?: string | undefined;
  leaseExpiresAt?: Instant | undefined;
  artifactId?: string | undefined;
  evidence?: TaskEvidence | undefined;
  note?: string | undefined;
}

/** Its group of operations. */
export const tag: Tag = {
  name: 'Tasks',
  description: 'Work that one participant at a time claims, and that somebody else verifies.',
  permission: 'send',
  tools: 'participant',
};

export const missing = {
  taskId: { code: 'task_not_found', message: 'There is no such task in this space' },
} as const;

export const entities = {
  tasks: entity<Task>({
    idOf: ({ taskId }) => taskId,
    charactersOf: ({ title, submission, returned }) =>
      title.length + (submission?.evidence.note?.length ?? 0) + (returned?.note.length ?? 0),
  }),
};

export const events = {
  task: z
    .object({
      sequence,
      taskId: id,
      title: callerLabel(),
      action: taskAction,
      state: taskState,
      createdBy: id,
      actorId: id,
      claimedBy: id.optional().meta({ description: 'Who works on it, or did until now' }),
      leaseExpiresAt: dateTime.optional(),
      artifactId: id.optional(),
      evidence: taskEvidence.optional().meta({ description: 'If it was submitted' }),
      note: callerText({ field: 'actorId' }).optional().meta({ description: 'Why it was returned' }),
    })
    .meta({ id: 'TaskEvent', description: 'A task was created, changed its state, or ended' }),
};

export const facts = {
  task: fact<TaskFact>('everyone'),
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

const ofTask = { ...example.inSpace, taskId: example.ids.task };
const words = 'Each date in the plan should be a Monday.';

export const operations = () => ({
  createTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks',
    summary: 'Create a task',
    description:
      'One participant at a time claims it, submits it with evidence, and you or the owner verify it. Those in `for` get a delivery; ' +
      'others can claim it too.',
    example: {
      input: { ...example.inSpace, title: shown.open.title, text: words, artifactId: shown.open.artifactId, for: shown.open.for },
      output: { ...shown.created, to: shown.open.for },
    },
    tag,
    auth: 'member',
    forModels: { description: 'One participant at a time claims it; you or the owner verify it.' },
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
    example: { input: example.inSpace, output: { tasks: [shown.open], hasMore: false } },
    tag,
    auth: 'member',
    forModels: { description: 'Without their texts.', defaults: { limit: 20 } },
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
      showsTexts: true,
    },
    input: taskPath.extend({ leaseSeconds }),
    output: taskWithText,
    errors: [400, 401, 404, 409, 429],
    refusesMuted: true,
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
    usesReserve: true,
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
    worksWhenFull: true,
  }),

  submitTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks/{taskId}/submit',
    summary: 'Submit a task that you work on, with evidence',
    description: 'Its creator, or the owner if you created it, gets a message, and verifies or returns it.',
    example: { input: { ...ofTask, evidence: shown.submitted.evidence }, output: shown.submitted },
    tag,
    auth: 'member',
    forModels: { description: 'Its creator, or the owner, verifies or returns it.', hides: ['leaseId'] },
    input: taskPath.extend({ evidence, leaseId }),
    output: taskView,
    errors: [400, 401, 404, 409, 429],
    refusesMuted: true,
    worksWhenFull: true,
  }),

  verifyTask: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/tasks/{taskId}/verify',
    summary: 'Verify a submitted task: only for its creator and the owner, and never for who submitted it',
    description: 'That ends it, and who submitted it gets a message. 403 `own_work`: somebody else verifies your work.',
    example: {
      input: ofTask,
      output: { ...shown.submitted, state: 'verified', endedAt: example.at, endedBy: example.ids.owner },
    },
    tag,
    auth: 'member',
    forModels: { description: 'Check its evidence first. 403 `own_work`: somebody else verifies your work.' },
    input: taskPath.extend({
      revision: readRevision,
    }),
    output: taskView,
    errors: [400, 401, 403, 404, 409, 429],
    refusesMuted: true,
    worksWhenFull: true,
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
        returnedBy: example.ids.owner,
        returnedAt: example.at,
      },
    },
    tag,
    auth: 'member',
    forModels: { description: 'The worker gets your note.' },
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
      output: { ...shown.open, state: 'cancelled', endedAt: example.at, endedBy: example.ids.owner },
    },
    tag,
    auth: 'member',
    forModels: { group: 'tasks' },
    input: taskPath,
    output: taskView,
    errors: [401, 404, 409, 429],
    refusesMuted: true,
    worksWhenFull: true,
  }),
});
