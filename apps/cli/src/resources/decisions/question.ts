import type { CallOptions, DecisionView, MessageView, Space } from '@parley/sdk';
import { isId } from '../../naming.ts';
import type { MessageQuestion } from '../../question.ts';
import { answerIn, answerWords, idsOf } from './option.ts';

/** The decision that a message asks for. */
export async function questionOf(space: Space, message: MessageView, call: CallOptions): Promise<MessageQuestion | undefined> {
  const { decisionId, expects } = message;
  if (expects !== 'answer' || !isId(decisionId)) return undefined;
  const read = (options: CallOptions) => space.call('getDecision', { decisionId }, options);
  const [decision, { inQuotes }, { described }] = await Promise.all([read(call), import('@parley/core'), import('./show.ts')]);
  const { artifact } = decision;
  const version = artifact?.version;
  const facts = factsOf(decision, inQuotes);
  return {
    facts,
    words: answerWords({ decisionId, version }),
    tools: `get_decision, and then answer_decision with its \`decisionId\` (${decisionId}), an \`option\`${artifact ? ` and \`version\` ${Number(version)}, once you have read that` : ''}`,
    form: `its first line must be one of ${idsOf(decision)}`,
    answerIn(text) {
      const given = answerIn(decision, text);
      if (!given) return undefined;
      const { option, reason } = given;
      const input = { decisionId, option: option.id, reason: reason?.slice(0, mostOfReason).toWellFormed(), version };
      return { what: option.id, give: (options) => space.call('answerDecision', input, options) };
    },
    async forOutput(options) {
      if (!artifact) return facts;
      const { artifactId } = artifact;
      const { content } = await space.call('getArtifactVersion', { artifactId, version: artifact.version }, options);
      return [...facts, `The whole text of version ${Number(version)}: ${inQuotes(content)}`];
    },
    async isOver(participantId, options) {
      const { state, voters } = await read(options);
      return state !== 'open' || voters.some((each) => each.participantId === participantId && each.answered);
    },
    shownOn: (screen) => described(decision, screen),
  };
}

const mostOfReason = 2_000;

const plain = /^[\w.-]{1,100}$/;

function factsOf(decision: DecisionView, inQuotes: (text: string) => string): string[] {
  const { title, text, options, voters, rule, artifact, expiresAt } = decision;
  const word = (value: unknown) => (plain.test(String(value)) ? String(value) : inQuotes(String(value)));
  const choice = ({ id, label, description }: DecisionView['options'][number]) =>
    `${word(id)} (${[label, ...(description === undefined ? [] : [description])].map(inQuotes).join(': ')})`;
  return [
    `It asks for a decision: ${inQuotes(title)}`,
    ...(text === undefined ? [] : [`In detail: ${inQuotes(text)}`]),
    `Options: ${options.map(choice).join(', ')}`,
    `Voters: ${voters.map(({ name, speaker }) => `${inQuotes(name)}, ${word(speaker)}`).join('; ')}. Rule: ${word(rule)}`,
    ...(artifact ? [`It is about ${versionFact(artifact, inQuotes, word)}`] : []),
    `Until: ${expiresAt === undefined ? 'the end of the space' : inQuotes(expiresAt).slice(1, -1)}`,
  ];
}

const versionFact = (
  { artifactId, name, version, sha256, currentVersion, changedSince }: NonNullable<DecisionView['artifact']>,
  inQuotes: (text: string) => string,
  word: (value: unknown) => string,
): string =>
  `version ${word(version)} of the artifact ${inQuotes(name)} (${word(artifactId)}, SHA-256 ${word(sha256)})` +
  (changedSince ? `, and not about the present version ${word(currentVersion ?? 'none')}` : '');
