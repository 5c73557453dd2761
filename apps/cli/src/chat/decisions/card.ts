import type { DecisionView } from '@parley/sdk';
import { localTime } from '../../local-time.ts';
import { waitsFor } from '../../resources/decisions/named.ts';
import { labelOf } from '../../resources/decisions/option.ts';
import { consequence, versionInWords } from '../../resources/decisions/words.ts';
import { harmless } from '../../watch/harmless.ts';
import type { Card, CardRow } from '../entry.ts';

/** A decision below the message that asks for it. */
export interface DecisionCard extends Card {
  decision: DecisionView;
}

export const isDecisionCard = (card: Card | undefined): card is DecisionCard => card !== undefined && 'decision' in card;

/** The question with its options by their numbers, who has answered, and what the user can do, or its end. */
export function cardOf(decision: DecisionView, sequence: number, me: string | undefined): DecisionCard {
  const { text, artifact, options, tally, state } = decision;
  const isWaiting = waitsFor(decision, me);
  const rows: CardRow[] = [
    ...(text === undefined ? [] : [{ text: beginning(text), tone: 'plain' as const }]),
    ...(artifact ? [{ text: harmless(versionInWords(artifact)), tone: 'quiet' as const }] : []),
    ...options.map(({ id, label, description }, i): CardRow => {
      const count = tally?.find(({ option }) => option === id)?.count ?? 0;
      const more = [description && `: ${description}`, count > 0 && ` · ${count}`].filter(Boolean).join('');
      return { text: harmless(`${i + 1} ${label}${more}`), tone: 'plain' };
    }),
    { text: harmless(answersOf(decision)), tone: 'quiet' },
    {
      text: isWaiting ? `${untilOf(decision)}/answer #${sequence} and the number` : harmless(consequence(decision)),
      tone: toneOf(isWaiting, state),
    },
  ];
  return { rows: rows.filter((row) => row.text !== ''), decision };
}

const toneOf = (isWaiting: boolean, state: DecisionView['state']): CardRow['tone'] =>
  isWaiting || state === 'decided' ? 'wanted' : 'quiet';

const mostCharacters = 600;

const beginning = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters).toWellFormed()}… (\`parley decision show\`)` : text;

const untilOf = ({ expiresAt }: DecisionView): string => (expiresAt === undefined ? '' : `until ${localTime(expiresAt)}: `);

const answersOf = (decision: DecisionView): string =>
  decision.voters
    .filter(({ answered }) => answered)
    .map(({ name, option }) => (option === undefined ? name : `${name}: ${labelOf(decision, option)}`))
    .join(', ');
