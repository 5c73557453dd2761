import type { ResourceForModels } from '../../kernel/for-models.ts';
import { askedOf } from './question.ts';
import type { DecisionView } from './views.ts';

export const forModels = {
  toolList: 'decisions',
  selfEvident: ['decisionId'],
  instruction: 'When a message asks you for a decision (decisionId), read it with get_decision and call answer_decision.',
  reference: {
    to: 'decision',
    plural: 'decisions',
    by: ['name', 'number'],
    operation: 'listDecisions',
    inputs: [{ state: 'all', limit: 50 }],
    field: 'decisions',
    read: ({ decisionId, title, sequence, state }) => ({
      id: String(decisionId),
      names: [String(title)],
      sequence: Number(sequence),
      detail: String(state),
    }),
  },
  question: {
    field: 'decisionId',
    read: 'getDecision',
    list: {
      operation: 'listDecisions',
      open: { state: 'open', mine: true, limit: 50 },
      all: { state: 'all', mine: true, limit: 50 },
      field: 'decisions',
    },
    answer: 'answerDecision',
    reply: 'option',
    avoidable: ['invalid_request', 'version_conflict'],
    askedOf: (view, participantId) => askedOf(view as unknown as DecisionView, participantId),
  },
  afterRefusal: [
    { when: { code: 'decision_ended' }, text: 'Nothing more can be answered: get_decision shows the outcome.' },
    { when: { code: 'not_a_voter' }, text: 'get_decision shows what they have answered; you can send them a message.' },
    { when: { code: 'no_voters' }, text: 'Ask others: get_space shows who is here, and what kind of speaker they are.' },
    {
      when: { code: 'version_conflict', tool: 'answer_decision' },
      text: 'The answer is about the version `pinned`, and diff shows how the present text differs from it. Read that version first, then answer with `version` = pinned.',
    },
    {
      when: { code: 'own_work', tool: 'answer_decision' },
      text: 'get_decision shows who answers it.',
    },
  ],
  afterAnswer: [
    {
      when: { 'todo.decisions.0': true },
      text: 'todo.decisions wait for your answer: get_decision shows the question and its options, answer_decision answers it.',
    },
    {
      when: { 'message.decisionId': true, 'delivery.expects': 'answer' },
      text: 'The message asks you for a decision: get_decision shows the question and its options, answer_decision answers it and settles the delivery, which a reply does not.',
    },
    {
      when: { 'message.decisionId': true, 'delivery.expects': 'nothing' },
      text: 'A decision that you opened has ended: get_decision shows its outcome and the reasons.',
    },
  ],
} as const satisfies ResourceForModels;
