import type { DecisionView } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import { localTime } from '../../local-time.ts';
import { short } from '../../naming.ts';
import { colours } from '../../terminal/colours.ts';
import { output, type TerminalScreen } from '../../terminal/streams.ts';
import { harmless, harmlessLines } from '../../watch/harmless.ts';
import { textOf } from '../../watch/wording.ts';
import { decisionNamed } from './named.ts';
import { labelOf } from './option.ts';
import { outcomeInWords, versionInWords } from './words.ts';

export const show: Verb<{ markdown?: boolean }, [query: string]> = async (context, { markdown }, query) => {
  const space = await context.space();
  const decision = await decisionNamed(space, query);
  if (!markdown) return context.out.item(decision, () => described(decision, output));
  const { decision: rules } = await import('@parley/core');
  context.out.raw(rules.decisionRecord(decision));
};

const deleted = (redacted: NonNullable<DecisionView['redacted']>): string => textOf({ type: 'text', content: '', redacted });

const time = (instant: string | undefined): string => localTime(instant ?? '');

const meanings: Readonly<Record<string, string>> = {
  first: 'the first answer decides',
  all: 'all voters must choose the same',
  majority: 'more than half of all voters must choose the same',
  'no-objection': 'a reject decides at once, otherwise an approve at the end of its time',
};

/** A decision for a person, with its options by their numbers. */
export function described(decision: DecisionView, screen: TerminalScreen): string {
  const { decisionId, title, text, rule, secret, openedByName, createdAt, endedAt, endedBy, fallback, statement } = decision;
  const facts = [
    `Decision: ${title}`,
    `State:    ${outcomeInWords(decision)}`,
    `Opened:   ${time(createdAt)}, by ${openedByName}`,
    `Rule:     ${meanings[rule] ?? rule}${secret ? '; nobody sees the answers of others before it ends' : ''}`,
    decision.artifact && `Version:  ${versionInWords(decision.artifact)}`,
    fallback !== undefined && `Then:     ${labelOf(decision, fallback)}, if nothing else is decided`,
    endedAt !== undefined && `Ended:    ${time(endedAt)}${endedBy === undefined ? ', because its time was over' : ''}`,
    statement !== undefined && `Owner:    ${statement}`,
    decision.redacted && `Texts:    ${deleted(decision.redacted)}`,
  ];
  const style = colours(screen);
  const body = text === undefined ? [] : ['', ...indented(text, 4)];
  return [
    style.yellow(`decision ${harmless(short(decisionId))}`),
    ...facts.filter((fact) => typeof fact === 'string').map(harmless),
    ...body,
    ...['', style.bold('Options')],
    ...optionLines(decision),
    ...['', style.bold('Answers')],
    ...decision.voters.flatMap((voter) => voterLines(decision, voter)),
  ].join('\n');
}

const indented = (text: string, by: number): string[] => harmlessLines(text).map((line) => ' '.repeat(by) + line);

function optionLines({ options, tally }: DecisionView): string[] {
  return options.flatMap(({ id, label, description }, i) => {
    const count = tally?.find(({ option }) => option === id)?.count ?? 0;
    const marks = [label.toLowerCase() !== id && id, count > 0 && `chosen by ${count}`].filter(Boolean).join(', ');
    const line = harmless(`${String(i + 1).padStart(3)}  ${label}${marks && ` (${marks})`}`);
    return [line, ...(description === undefined ? [] : indented(description, 5))];
  });
}

function voterLines(
  decision: DecisionView,
  { name, speaker, answered, option, reason, at, redacted }: DecisionView['voters'][number],
): string[] {
  const chosen = option === undefined ? 'has answered' : labelOf(decision, option);
  const what = answered ? `${chosen}${at === undefined ? '' : `, ${time(at)}`}` : 'no answer';
  return [
    harmless(`     ${name} (${speaker}): ${what}`),
    ...(reason === undefined ? [] : indented(reason, 9)),
    ...(redacted ? indented(deleted(redacted), 9) : []),
  ];
}
