import type { CatchUp } from '@parley/sdk';
import { localTime } from '../../local-time.ts';
import type { Waiting } from '../../question.ts';
import type { Section } from '../../resource.ts';
import { harmless } from '../../watch/harmless.ts';
import { answerWords } from './option.ts';

/** The decisions that wait for the reader, and how to answer them. */
export const waiting = ({ decisions }: CatchUp['todo']): Waiting[] =>
  decisions.map(({ decisionId, title, options, expiresAt, version }) => {
    const until = expiresAt === undefined ? '' : ` until ${localTime(expiresAt)}`;
    const words = answerWords({ decisionId, version });
    return { id: decisionId, line: harmless(`Decision ${title}: ${options.join(' or ')}${until}, \`parley ${words}\``) };
  });

export function ended({ decided }: CatchUp): Section[] {
  const lines = decided
    .filter((each) => 'decisionId' in each)
    .map(({ title, state, outcome }) => harmless(`${title}: ${outcome ?? state}`));
  return [{ heading: 'Decisions', lines }];
}
