import { inQuotes } from '../../kernel/envelope.ts';
import type { Question } from '../../kernel/for-models.ts';
import type { DecisionView } from './views.ts';

/** A decision as a voter is asked it; undefined for all others. */
export function askedOf(view: DecisionView, participantId: string): Question | undefined {
  const { decisionId, title, text, options, rule, expiresAt, artifact, openedBy, voters, state } = view;
  const own = voters.find((each) => each.participantId === participantId);
  if (!own) return undefined;
  return {
    id: decisionId,
    isWaiting: state === 'open' && !own.answered,
    authorId: openedBy,
    text: questionOf(view),
    data: {
      decisionId,
      title,
      ...(text !== undefined && { text }),
      options,
      rule,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(artifact && { artifact }),
    },
    example: { decisionId, option: '<id>', ...(artifact && { version: artifact.version }) },
    replies: options.map(({ id, label }) => ({ id, names: [label] })),
  };
}

function questionOf({ title, text, options, artifact }: DecisionView): string {
  const pinned = artifact && [
    `It is about version ${artifact.version} of ${inQuotes(artifact.name)} (${artifact.artifactId}, SHA-256 ${artifact.sha256})` +
      (artifact.changedSince ? ', which is not the present one.' : '.'),
  ];
  const choices = options.map(({ id, label, description }) => `- ${id}: ${label}${description ? ` (${description})` : ''}`);
  return [title, ...(text === undefined ? [] : [text]), ...(pinned ?? []), ['Options:', ...choices].join('\n')].join('\n\n');
}
