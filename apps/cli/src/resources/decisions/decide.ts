import type { DecisionRule, ParticipantView, Space } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import { Failure } from '../../failure.ts';
import { content } from '../../input/content.ts';
import { short, theOne } from '../../naming.ts';
import { output } from '../../terminal/streams.ts';
import { harmless } from '../../watch/harmless.ts';
import { summaryNamed } from '../artifacts/named.ts';
import { personOf } from '../participants/addressees.ts';
import { decisionDetails } from './kind.ts';
import { givenOption } from './option.ts';
import { awaitOutcome } from './outcome.ts';
import { described } from './show.ts';

interface DecideOptions {
  text?: string;
  option?: string[];
  voters?: string[];
  rule?: DecisionRule;
  artifact?: string;
  secret?: boolean;
  for?: number;
  fallback?: string;
  wait?: boolean;
}

export const decide: Verb<DecideOptions, [title: string]> = async (context, { wait, ...options }, title) => {
  const { option, voters, artifact, rule, secret, for: expiresInSeconds, fallback } = options;
  const text = options.text === '-' ? await content(context, decisionDetails, { from: '-' }) : options.text;
  const space = await context.space();
  const decision = await space.call('createDecision', {
    title,
    text,
    options: option?.map(givenOption),
    voters: voters && (await votersIn(space, voters)),
    rule,
    artifact: artifact === undefined ? undefined : await pinnedBy(space, artifact),
    secret,
    expiresInSeconds,
    fallback,
  });
  const names = decision.voters.map(({ name }) => harmless(name)).join(', ');
  context.out.note(`Opened ${short(decision.decisionId)}; asked: ${names}`);
  if (wait) return awaitOutcome(context, space, decision.decisionId);
  context.out.item(decision, () => described(decision, output));
};

const groups = ['all', 'humans', 'owner'] as const;

/** A word for a group, or the ids of those who are named; `@all` is a participant of that name. */
async function votersIn(space: Space, given: readonly string[]): Promise<(typeof groups)[number] | string[]> {
  const group = groups.find((each) => given.includes(each));
  if (group && given.length === 1) return group;
  if (group) throw new Failure('usage', `--voters ${group} cannot be combined with others`, 'name everyone, or no one');
  const { participants } = await space.get();
  const here = participants.filter(({ status }) => status === 'active' || status === 'muted');
  return [...new Set(given.map((each) => theOne<ParticipantView>('participant', here, each, personOf).participantId))];
}

/** `Plan@3` is version 3; without a version the present one is meant. */
async function pinnedBy(space: Space, given: string): Promise<{ artifactId: string; version: number }> {
  const [, name, version] = /^(.+)@(\d{1,9})$/s.exec(given) ?? [];
  const { id: artifactId, version: present } = await summaryNamed(space, name ?? given);
  return { artifactId, version: version === undefined ? present : Number(version) };
}
