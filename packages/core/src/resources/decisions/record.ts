import type { DecisionView } from './views.ts';

/** A decision as Markdown, to be filed: the question, who was asked, every answer, the outcome, and the digest of the text. */
export function decisionRecord(view: DecisionView): string {
  const { title, text, options, voters, artifact, tally, statement } = view;
  const parts = [
    `# ${inLine(title)}`,
    outcomeOf(view),
    `- Opened by ${inLine(view.openedByName)} (${view.openedBy}) on ${view.createdAt}\n` +
      `- Rule: ${view.rule}${view.secret ? ', secret' : ''}${view.expiresAt ? `, until ${view.expiresAt}` : ''}` +
      `${view.fallback ? `, then \`${view.fallback}\`` : ''}\n` +
      `- Decision ${view.decisionId}`,
    artifact &&
      `Version ${artifact.version} of ${inLine(artifact.name)} (${artifact.artifactId})\n\nSHA-256: \`${artifact.sha256}\`\n\n` +
        (artifact.changedSince
          ? 'The artifact has changed since: the present version is another one.'
          : 'It is the present version.'),
    text && `## Question\n\n${quoted(text)}`,
    `## Options\n\n${options.map(({ id, label, description }) => `- \`${id}\`: ${inLine(label)}${description ? `. ${inLine(description)}` : ''}`).join('\n')}`,
    `## Answers\n\n${voters.map(answerOf).join('\n')}`,
    tally && `## Count\n\n${tally.map(({ option, count }) => `- \`${option}\`: ${count}`).join('\n')}`,
    statement && `## Statement of the owner\n\n${quoted(statement)}`,
  ];
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

function outcomeOf({ state, outcome, endedAt, endedBy }: DecisionView): string {
  if (state === 'open') return 'Open: it has no outcome yet.';
  const what = outcome === undefined ? `Outcome: none (${state})` : `Outcome: \`${outcome}\``;
  return `${what}, on ${endedAt}${endedBy === undefined ? ', at the end of its time' : `, by ${endedBy}`}`;
}

function answerOf({ participantId, name, speaker, answered, option, reason, at }: DecisionView['voters'][number]): string {
  const who = `- ${inLine(name)} (${speaker}, ${participantId})`;
  if (!answered) return `${who}: no answer`;
  const what = option === undefined ? 'answered' : `\`${option}\``;
  return `${who}: ${what}${at === undefined ? '' : ` on ${at}`}${reason ? `\n\n${quoted(reason, '  ')}` : ''}`;
}

/** What somebody wrote stays in its line and is no Markdown. */
const inLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`);

/** What somebody wrote cannot end its quotation. */
const quoted = (text: string, indent = ''): string =>
  text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => `${indent}> ${line}`.trimEnd())
    .join('\n');
