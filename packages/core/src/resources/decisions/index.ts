import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import { maxSequence } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { hasMore } from '../../kernel/paging.ts';
import { reference } from '../../kernel/reading.ts';
import { redactionReason } from '../../kernel/redaction.ts';
import { type Tag, entity, fact, resource } from '../../kernel/resource.ts';
import { id, label, line, nameText, openOrAll, spacePath, text } from '../../kernel/schemas.ts';
import { searched } from '../../kernel/searched.ts';
import * as artifacts from '../artifacts/example.ts';
import { artifactReference } from '../artifacts/views.ts';
import { endedDecisions, openDecisions } from './caught.ts';
import type { Decision } from './entity.ts';
import { errors, errorDetails, missing } from './errors.ts';
import { events } from './events.ts';
import { eventTypes } from './event-types.ts';
import * as example from './example.ts';
import type { DecisionFact } from './facts.ts';
import { forModels } from './for-models.ts';
import * as most from './limits.ts';
import { decisionRecord } from './record.ts';
import { withoutTexts } from './redacting.ts';
import { participantReference } from '../participants/views.ts';
import { decisionRule, decisionView, shown } from './views.ts';

const tag: Tag = {
  name: 'Decisions',
  description: 'Questions that end in an answer, and approvals that are bound to a version of an artifact.',
  permission: 'send',
  tools: 'participant',
};

const sum = (texts: readonly (string | undefined)[]): number => texts.reduce((all, each = '') => all + each.length, 0);

const entities = {
  decisions: entity<Decision>({
    idOf: ({ decisionId }) => decisionId,
    charactersOf: ({ title, options, voters, artifact, asking, end }) =>
      sum([
        ...[title, artifact?.name, end?.statement],
        ...options.flatMap(({ id, label, description }) => [id, label, description]),
        ...voters.flatMap(({ participantId, name, answer }) => [participantId, name, answer?.option]),
        ...(asking?.deliveryIds ?? []),
      ]),
    renamed: (decision, participantId, name) => {
      const opened = decision.openedBy === participantId;
      if (!opened && !decision.voters.some((voter) => voter.participantId === participantId)) return undefined;
      const voters = decision.voters.map((voter) => (voter.participantId === participantId ? { ...voter, name } : voter));
      return { ...decision, voters, ...(opened && { openedByName: name }) };
    },
    dueAt: ({ end, expiresAt }) => (end ? undefined : expiresAt),
    withDue: (decision, expiresAt) => ({ ...decision, expiresAt }),
  }),
};

const facts = {
  decision: fact<DecisionFact>('everyone', { texts: { of: ['decisionId'], without: withoutTexts } }),
};

const maxDecisionsPerPage = 50;

const decisionPath = spacePath.extend({
  decisionId: reference('decision', id.meta({ description: 'ID of the decision' })),
});

const option = z.object({
  id: z
    .string()
    .max(most.maxOptionIdCharacters)
    .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be lower-case letters, digits, `-` and `_`')
    .optional()
    .meta({ description: 'By default made of the label' }),
  label: line(most.maxOptionLabelCharacters),
  description: text(most.maxOptionDescriptionCharacters).optional(),
});

const voters = z
  .union([
    z.enum(['all', 'humans', 'owner']),
    z
      .array(reference('participant', nameText(200)))
      .min(1)
      .max(most.maxVoters)
      .refine((ids) => new Set(ids).size === ids.length, 'must not contain an id twice'),
  ])
  .default('owner')
  .meta({
    description:
      'Who answers: `all` who are in the space, the verified `humans`, the `owner`, or participants by id or name. The author of the version does not.',
  });

const ofDecision = { ...meeting.inSpace, decisionId: example.decisionId };

/** What callers who have not read the documentation call its fields. */
const aliases = {
  options: ['choices'],
  voters: ['approvers', 'deciders', 'electorate', 'to', 'for'],
  option: ['answer', 'choice', 'outcome', 'vote'],
  reason: ['comment', 'note'],
};

const operations = () => ({
  createDecision: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/decisions',
    summary: 'Ask for a decision',
    description:
      'Each voter gets a delivery and answers with one of the options; the rule says when that decides. Its end is a message to you. ' +
      'With `artifact`, the answers approve exactly that version.',
    example: {
      input: { ...meeting.inSpace, title: shown.open.title, artifact: { artifactId: artifacts.artifactId, version: 1 } },
      output: shown.created,
    },
    tag,
    auth: 'member',
    forModels: {
      description:
        'Each voter gets a delivery and answers with one of the options. Its end is a message to you: call `wait_for_events`.',
      fields: {
        title: 'The question',
        text: 'As Markdown',
        id: '',
        voters: 'Participants, or one of `owner`, `humans` (verified) and `all`; never the author of the version',
        rule: 'The `first` answer decides, the same one of `all`, a `majority` of all, or that nobody rejects in time',
        artifact: 'What they approve',
        version: '',
        secret: 'Hides answers until it ends',
        expiresInSeconds: '',
        fallback: 'The option if time runs out; only the owner sets one',
      },
      group: 'core',
    },
    input: spacePath.extend({
      title: line(most.maxDecisionTitleCharacters).meta({ description: 'The question, in one line' }),
      text: text(most.maxDecisionTextCharacters).optional().meta({ description: 'Details, as Markdown' }),
      options: z
        .array(option)
        .min(most.minOptions)
        .max(most.maxOptions)
        .optional()
        .meta({ description: 'By default `approve` and `reject`' }),
      voters,
      rule: decisionRule.default('first').meta({
        description:
          'What decides: the `first` answer, the same one of `all`, a `majority` of all, or that nobody rejects in time',
      }),
      artifact: z
        .object({
          artifactId: artifactReference(),
          version: z.int().min(1).meta({ description: 'The version that the answers are about' }),
        })
        .optional()
        .meta({ description: 'The text that is to be approved' }),
      secret: z.boolean().default(false).meta({ description: 'Nobody sees the answers of others before it ends' }),
      expiresInSeconds: z
        .int()
        .min(most.minDecisionSeconds)
        .max(most.maxDecisionSeconds)
        .optional()
        .meta({ description: 'When it ends, whatever is missing; by default with the space' }),
      fallback: z
        .string()
        .max(most.maxOptionIdCharacters)
        .optional()
        .meta({ description: 'The option that is decided at the end of its time, if nothing else is. Only the owner sets one' }),
    }),
    output: decisionView,
    errors: [400, 401, 403, 404, 409, 410, 429],
    refusesMuted: true,
  }),

  listDecisions: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/decisions',
    summary: 'List the decisions of a space, newest first',
    description: 'Those that are open by default. To continue, pass the `sequence` of the last one as `before`.',
    example: { input: meeting.inSpace, output: { decisions: [shown.open], hasMore: false } },
    tag,
    auth: 'member',
    forModels: {
      description: 'Without their texts.',
      defaults: { limit: 10 },
      fields: { state: '', mine: 'What you opened or were asked', before: 'A `sequence`' },
      group: 'core',
    },
    input: spacePath.extend({
      state: openOrAll.default('open').meta({ description: '`all`: also those that have ended' }),
      mine: z.boolean().default(false).meta({ description: 'Only those that you opened or were asked' }),
      before: z.int().min(1).max(maxSequence).optional().meta({ description: 'Only older ones than this sequence' }),
      limit: z.int().min(1).max(maxDecisionsPerPage).default(20).meta({ description: 'Number of decisions' }),
    }),
    output: z
      .object({ decisions: z.array(decisionView), hasMore })
      .meta({ id: 'DecisionList', description: 'Decisions of a space, newest first, without texts and reasons' }),
    errors: [400, 401, 404, 429],
  }),

  getDecision: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/decisions/{decisionId}',
    summary: 'Read a decision with its text and the reasons',
    description: 'Also after it has ended. With `Accept: text/markdown` it is a record to be filed.',
    example: { input: ofDecision, output: shown.open },
    tag,
    auth: 'member',
    forModels: { description: 'Shows the options, who has answered, and the outcome.', group: 'core' },
    input: decisionPath,
    output: decisionView,
    errors: [401, 404, 429],
    answers: 'jsonOrMarkdown',
    asMarkdown: decisionRecord,
  }),

  answerDecision: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/decisions/{decisionId}/answer',
    summary: 'Answer a decision: only for its voters',
    description:
      'You can answer again while it is open. If it is about a version, `version` must name that one: 409 `version_conflict` shows what has changed.',
    example: { input: { ...ofDecision, option: 'approve', version: 1 }, output: shown.decided },
    tag,
    auth: 'member',
    forModels: {
      description: 'You can change your answer while it is open.',
      fields: { option: 'Its id or label', reason: 'Everyone can read it', version: 'That you have read, if it is about one' },
      showsTexts: true,
      group: 'core',
    },
    input: decisionPath.extend({
      option: label(most.maxOptionLabelCharacters).meta({ description: 'The id of an option, or its label' }),
      reason: text(most.maxReasonCharacters)
        .optional()
        .meta({ description: 'Why; everyone can read it once the answers are shown' }),
      version: z.int().min(1).optional().meta({ description: 'The version that you have read, if it is about one' }),
    }),
    output: decisionView,
    errors: [400, 401, 403, 404, 409, 429],
    refusesMuted: true,
    whenFull: 'usesReserve',
  }),

  withdrawDecision: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/decisions/{decisionId}/withdraw',
    summary: 'Withdraw a decision: only for who opened it and the owner',
    description: 'It ends without an outcome.',
    example: { input: ofDecision, output: shown.withdrawn },
    tag,
    auth: 'member',
    forModels: { showsTexts: true, group: 'decisions' },
    input: decisionPath,
    output: decisionView,
    errors: [401, 403, 404, 409, 429],
    refusesMuted: true,
    whenFull: 'works',
  }),

  closeDecision: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/decisions/{decisionId}/close',
    summary: 'Close a decision: its rule applies to the answers that are there',
    description: 'If they decide nothing, because of a tie or since there are none, it lapses.',
    example: { input: { ...ofDecision, statement: shown.lapsed.statement }, output: shown.lapsed },
    tag,
    auth: 'owner',
    forModels: { showsTexts: true, group: 'decisions' },
    input: decisionPath.extend({
      statement: text(most.maxReasonCharacters).optional().meta({ description: 'What you say about it' }),
    }),
    output: decisionView,
    errors: [400, 401, 404, 409, 429],
    whenFull: 'works',
  }),

  redactDecision: operation({
    method: 'POST',
    path: '/hub/space/{spaceId}/decisions/{decisionId}/redact',
    summary: 'Erase the texts of a decision, or the reason for an answer: only for who wrote them and the owner',
    description:
      'Of the question: its title, its text, the labels of its options, the statement of the owner, and the messages about it. With `answerOf`: ' +
      'the reason of that voter. What was answered and decided stays, and an open decision goes on: withdraw it to end it. No server of this ' +
      'space shows the texts again; copies that clients have and backups keep them.',
    example: {
      input: { ...ofDecision, reason: shown.redacted.redacted.reason },
      output: shown.redacted,
    },
    tag,
    auth: 'member',
    audited: ['decisionId'],
    isCostly: true,
    forModels: {
      description:
        'The texts of the question, or with `answerOf` the reason of a voter: for a secret, or a text that must not stay. It cannot be undone, and ' +
        'does not end the decision.',
      destroys: true,
      showsTexts: true,
      group: 'decisions',
    },
    input: decisionPath.extend({
      answerOf: participantReference()
        .optional()
        .meta({ description: 'ID of a voter: erases the reason for that answer, and nothing of the question' }),
      reason: redactionReason(),
    }),
    output: decisionView,
    errors: [400, 401, 403, 404, 409, 429],
    whenFull: 'works',
    whilePaused: 'works',
  }),
});

export const decisions = resource({
  ...{ tag, aliases, entities, events, facts, errors, errorDetails, missing, eventTypes, forModels, operations },
  todo: { decisions: openDecisions },
  decided: { decision: endedDecisions },
  searched: { decisions: searched({ one: 'decision', texts: 'the questions of decisions' }) },
});
