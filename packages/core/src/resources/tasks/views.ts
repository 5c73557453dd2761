import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import * as artifacts from '../artifacts/example.ts';
import * as participants from '../participants/example.ts';
import * as example from './example.ts';
import { callerLabel, callerText } from '../../kernel/reading.ts';
import { redactedTitle, redaction } from '../../kernel/redaction.ts';
import { dateTime, id } from '../../kernel/schemas.ts';

export const taskState = z.enum(['open', 'claimed', 'submitted', 'verified', 'cancelled']).meta({
  id: 'TaskState',
  description:
    '`open`: can be claimed; `claimed`: a participant works on it under a lease; `submitted`: waits for its creator or the owner; ' +
    '`verified` and `cancelled`: has ended',
});

export const taskAction = z
  .enum(['created', 'claimed', 'released', 'lapsed', 'submitted', 'verified', 'returned', 'cancelled'])
  .meta({
    id: 'TaskAction',
    description:
      'What happened to a task. `lapsed`: its lease expired, so it can be claimed again; `released`: the same without an expiry',
  });

/** What shows that a task is done. What a caller can send is in `tasks.ts`. */
export const taskEvidence = z
  .object({
    artifactId: id.optional(),
    version: z.int().optional().meta({ description: 'Version of the artifact' }),
    messageId: id.optional(),
    note: callerText('participants').optional(),
  })
  .meta({ id: 'TaskEvidence', description: 'What shows that a task is done: a version of an artifact, a message or a note' });

export const taskCounts = z
  .object({
    open: z.int().meta({ description: 'Can be claimed' }),
    claimed: z.int().meta({ description: 'Somebody works on them' }),
    submitted: z.int().meta({ description: 'Wait for their creator or the owner' }),
  })
  .meta({ id: 'TaskCounts', description: 'How many tasks have not ended, by state' });

const fields = {
  taskId: id,
  sequence: z.int().optional().meta({ description: 'Position in the log; orders the list' }),
  title: callerLabel(),
  artifactId: id.optional().meta({ description: 'The artifact that it is about' }),
  for: z.array(id).optional().meta({ description: 'The participants who are meant; others can claim it too' }),
  state: taskState,
  createdBy: id,
  createdByName: callerLabel().meta({ description: 'Display name at that time' }),
  createdAt: dateTime,
  claimedBy: id.optional().meta({ description: 'Who works on it, or has submitted it' }),
  claimedByName: callerLabel().optional().meta({ description: 'Display name at that time' }),
  claimedAt: dateTime.optional(),
  leaseId: id.optional().meta({ description: 'In responses to the holder of the lease' }),
  leaseExpiresAt: dateTime.optional().meta({ description: 'Absent while the space is paused: then the lease does not run out' }),
  attempt: z.int().meta({ description: 'How many times it was claimed' }),
  revision: z.int().meta({ description: 'How many times it was submitted' }),
  evidence: taskEvidence.optional(),
  submittedAt: dateTime.optional(),
  note: callerText({ field: 'returnedBy' }).optional().meta({ description: 'Why it was returned; until it is submitted again' }),
  returnedBy: id.optional(),
  returnedAt: dateTime.optional(),
  endedAt: dateTime.optional(),
  endedBy: id.optional(),
  redacted: redaction.optional().meta({ description: 'Its texts were erased: it has no text and no notes, and another title' }),
};

export const taskView = z.object(fields).meta({ id: 'Task', description: 'A task without its text' });

export const taskWithText = z
  .object({ ...fields, text: callerText({ field: 'createdBy' }).optional() })
  .meta({ id: 'TaskWithText', description: 'A task with its text' });

export const createdTask = z
  .object({ ...fields, to: z.array(id).meta({ description: 'The participants of `for` who got a delivery' }) })
  .meta({ id: 'CreatedTask', description: 'A new task, and who got a delivery of it' });

const open = {
  taskId: example.taskId,
  sequence: 8,
  title: 'Check the dates',
  artifactId: artifacts.artifactId,
  for: [participants.participantId],
  state: 'open' as const,
  createdBy: participants.ownerId,
  createdByName: 'Ada',
  createdAt: meeting.at,
  attempt: 0,
  revision: 0,
};

const { sequence: _, ...created } = open;

const worked = {
  ...open,
  claimedBy: participants.participantId,
  claimedByName: 'Grace',
  claimedAt: meeting.at,
  attempt: 1,
};

/** The task of the examples, in its states. */
export const shown = {
  created,
  open,
  worked,
  claimed: {
    ...worked,
    state: 'claimed' as const,
    leaseId: meeting.leaseId,
    leaseExpiresAt: '2026-01-31T12:01:00.000Z',
  },
  submitted: {
    ...worked,
    state: 'submitted' as const,
    revision: 1,
    evidence: { note: 'All dates are right' },
    submittedAt: meeting.at,
  },
  redacted: {
    ...open,
    title: redactedTitle,
    redacted: { by: participants.ownerId, at: meeting.at, reason: 'It contained a password.' },
  },
};
