import { z } from 'zod';
import { example } from './example.ts';
import { callerLabel, callerText } from './reading.ts';
import { dateTime, id, taskEvidence, taskState } from './schemas.ts';

const fields = {
  taskId: id,
  sequence: z.int().optional().meta({ description: 'Position in the log; orders the list' }),
  title: callerLabel(),
  artifactId: id.optional().meta({ description: 'The artifact that it is about' }),
  for: z.array(id).optional().meta({ description: 'The participants who are meant; others can claim it too' }),
  state: taskState,
  createdBy: id,
  createdByName: callerLabel().meta({ description: 'Name at that time' }),
  createdAt: dateTime,
  claimedBy: id.optional().meta({ description: 'Who works on it, or has submitted it' }),
  claimedByName: callerLabel().optional().meta({ description: 'Name at that time' }),
  claimedAt: dateTime.optional(),
  leaseId: id.optional().meta({ description: 'In responses to the holder of the lease' }),
  leaseExpiresAt: dateTime.optional(),
  attempt: z.int().meta({ description: 'How many times it was claimed' }),
  revision: z.int().meta({ description: 'How many times it was submitted' }),
  evidence: taskEvidence.optional(),
  submittedAt: dateTime.optional(),
  note: callerText({ field: 'returnedBy' }).optional().meta({ description: 'Why it was returned; until it is submitted again' }),
  returnedBy: id.optional(),
  returnedAt: dateTime.optional(),
  endedAt: dateTime.optional(),
  endedBy: id.optional(),
};

export const taskView = z.object(fields).meta({ id: 'Task', description: 'A task without its text' });

export const taskWithText = z
  .object({ ...fields, text: callerText({ field: 'createdBy' }).optional() })
  .meta({ id: 'TaskWithText', description: 'A task with its text' });

export const createdTask = z
  .object({ ...fields, to: z.array(id).meta({ description: 'The participants of `for` who got a delivery' }) })
  .meta({ id: 'CreatedTask', description: 'A new task, and who got a delivery of it' });

const open = {
  taskId: example.ids.task,
  sequence: 8,
  title: 'Check the dates',
  artifactId: example.ids.artifact,
  for: [example.ids.participant],
  state: 'open' as const,
  createdBy: example.ids.owner,
  createdByName: 'Ada',
  createdAt: example.at,
  attempt: 0,
  revision: 0,
};
const { sequence: _, ...created } = open;
const worked = {
  ...open,
  claimedBy: example.ids.participant,
  claimedByName: 'Grace',
  claimedAt: example.at,
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
    leaseId: example.ids.lease,
    leaseExpiresAt: example.claimed.leaseExpiresAt,
  },
  submitted: {
    ...worked,
    state: 'submitted' as const,
    revision: 1,
    evidence: { note: 'All dates are right' },
    submittedAt: example.at,
  },
};
