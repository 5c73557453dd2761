import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import { callerLabel, callerText } from '../../kernel/reading.ts';
import { redactedTitle, redaction } from '../../kernel/redaction.ts';
import { dateTime, id, sha256 } from '../../kernel/schemas.ts';
import * as artifacts from '../artifacts/example.ts';
import * as participants from '../participants/example.ts';
import { speakerClass } from '../participants/views.ts';
import * as example from './example.ts';

export const decisionState = z.enum(['open', 'decided', 'lapsed', 'withdrawn']).meta({
  id: 'DecisionState',
  description:
    '`open`: can be answered; `decided`: has an `outcome`; `lapsed`: ended without one, because of a tie, of missing answers or of its ' +
    'time; `withdrawn`: by who opened it, or the owner',
});

export const decisionRule = z.enum(['first', 'all', 'majority', 'no-objection']).meta({
  id: 'DecisionRule',
  description:
    'What decides. `first`: the first answer; `all`: every voter chose the same option; `majority`: more than half of all voters did; ' +
    '`no-objection`: a `reject` at once, otherwise at the end of its time one `approve` or more',
});

export const decisionAction = z.enum(['opened', 'answered', 'ended']).meta({
  id: 'DecisionAction',
  description: 'What happened to a decision. Who has answered can answer again while it is open; `state` says how it ended',
});

export const tally = z
  .array(z.object({ option: callerLabel(), count: z.int() }))
  .meta({ description: 'How many voters chose each option; absent from a secret decision that is open' });

const option = z.object({
  id: callerLabel(),
  label: callerLabel(),
  description: callerText('participants').optional(),
});

const voter = z.object({
  participantId: id,
  name: callerLabel().meta({ description: 'Name at that time' }),
  speaker: speakerClass,
  answered: z.boolean(),
  option: callerLabel()
    .optional()
    .meta({ description: 'What the voter chose; absent from a secret decision that is open, except from your own' }),
  reason: callerText({ field: 'participantId' }).optional().meta({ description: 'Absent from lists' }),
  at: dateTime.optional().meta({ description: 'When the voter answered last' }),
  redacted: redaction.optional().meta({ description: 'The reason was erased. Absent from lists' }),
});

export const decisionView = z
  .object({
    decisionId: id,
    sequence: z.int().optional().meta({ description: 'Position in the log; orders the list' }),
    title: callerLabel(),
    text: callerText({ field: 'openedBy' }).optional().meta({ description: 'The question in detail; absent from lists' }),
    options: z.array(option),
    voters: z.array(voter).meta({ description: 'Those who were asked when it was opened; nobody is added or removed' }),
    rule: decisionRule,
    secret: z.boolean().optional().meta({ description: 'Nobody sees the answers of others before it ends' }),
    state: decisionState,
    outcome: callerLabel().optional().meta({ description: 'The id of the option that was decided' }),
    decidedAt: dateTime.optional(),
    endedAt: dateTime.optional(),
    endedBy: id.optional().meta({ description: 'Whose answer or request ended it; absent if its time did' }),
    statement: callerText('owner').optional().meta({ description: 'What the owner said who closed it' }),
    openedBy: id,
    openedByName: callerLabel().meta({ description: 'Name at that time' }),
    createdAt: dateTime,
    expiresAt: dateTime.optional().meta({ description: 'Absent while the space is paused: then its time does not run out' }),
    fallback: callerLabel()
      .optional()
      .meta({ description: 'The option that is decided at the end of its time, if nothing else is' }),
    artifact: z
      .object({
        artifactId: id,
        name: callerLabel().meta({ description: 'Name at that time' }),
        version: z.int().meta({ description: 'The version that the answers are about' }),
        sha256,
        currentVersion: z.int().optional().meta({ description: 'Absent if the artifact was deleted' }),
        changedSince: z.boolean().meta({ description: 'The present version is another one: it was not approved' }),
      })
      .optional(),
    tally: tally.optional(),
    redacted: redaction.optional().meta({
      description: 'The texts of the question were erased: it has no text, another title, and options with other ids and labels',
    }),
  })
  .meta({ id: 'DecisionView', description: 'A decision, as its reader can see it' });

export type DecisionView = z.output<typeof decisionView>;

const at = meeting.at;

const ballot = [
  { id: 'approve', label: 'Approve' },
  { id: 'reject', label: 'Reject' },
];

const asked = { participantId: participants.ownerId, name: 'Ada', speaker: 'owner' as const };

const open = {
  decisionId: example.decisionId,
  sequence: 9,
  title: 'Send the plan to the customer?',
  options: ballot,
  voters: [{ ...asked, answered: false }],
  rule: 'first' as const,
  state: 'open' as const,
  openedBy: participants.participantId,
  openedByName: 'Grace',
  createdAt: at,
  artifact: {
    artifactId: artifacts.artifactId,
    name: 'Plan',
    version: 1,
    sha256: artifacts.changed.sha256,
    currentVersion: 1,
    changedSince: false,
  },
  tally: [
    { option: 'approve', count: 0 },
    { option: 'reject', count: 0 },
  ],
};

const { sequence: _, ...created } = open;

const ended = { endedAt: at, endedBy: participants.ownerId };

/** The decision of the examples, in its states. */
export const shown = {
  created,
  open,
  decided: {
    ...open,
    ...ended,
    voters: [{ ...asked, answered: true, option: 'approve', at }],
    state: 'decided' as const,
    outcome: 'approve',
    decidedAt: at,
    tally: [
      { option: 'approve', count: 1 },
      { option: 'reject', count: 0 },
    ],
  },
  withdrawn: { ...open, ...ended, endedBy: participants.participantId, state: 'withdrawn' as const },
  redacted: {
    ...open,
    title: redactedTitle,
    redacted: { by: participants.ownerId, at, reason: 'It contained a password.' },
  },
  lapsed: { ...open, ...ended, state: 'lapsed' as const, statement: 'We ask the customer first.' },
};
