import { correction, displayName, inBytes, type Attachment, type Facts, type Participant } from '@parley/core';
import { dateTime } from '../../engine/present/time.ts';
import type { Exported } from '../../engine/exported.ts';
import { artifactsOf, contentOf } from '../artifacts/export.ts';
import { filesIn } from '../files/export.ts';
import { eventsOf, participantsOf } from './content.ts';
import { inLine, quoted } from './written.ts';

/** A transcript for people: purpose, agenda, participants, messages and artifacts with what is about them, a piece at a time. */
export async function* transcript(exported: Exported): AsyncGenerator<string> {
  const { state, now } = exported;
  const { name, description, agenda, createdAt } = state.space;
  yield `# ${inLine(name)}\n\nCreated ${dateTime(createdAt)}, exported ${dateTime(now)}.\n\n`;
  if (description) yield `${quoted(description)}\n\n`;
  if (agenda !== undefined) yield `## Agenda\n\n${quoted(agenda)}\n\n`;
  yield `## Participants\n\n${participantsOf(exported)
    .map((each) => described(each, displayName(state, each)))
    .join('')}\n## Messages\n\n`;
  for await (const events of eventsOf(exported)) {
    const messages = events.filter(({ event }) => event === 'message');
    yield messages.map(({ at, body }) => said(at, correction.corrected(JSON.parse(body) as Facts['message']))).join('');
  }
  yield '## Artifacts\n\n';
  for (const artifact of await artifactsOf(exported)) {
    if (artifact.deletion) continue;
    const content = await contentOf(exported, artifact);
    yield `### ${inLine(artifact.name)} (version ${artifact.version})\n\n${fenced(content)}\n\n`;
    for (const kind of Object.values(exported.env.exportKinds))
      if (kind.of === 'artifact' && kind.transcript) yield* kind.transcript(exported, { id: artifact.artifactId });
  }
  const files = filesIn(exported);
  if (files.length > 0) yield `## Files\n\n${files.map((file) => `- ${told(file)}\n`).join('')}`;
}

const described = ({ role, speaker, status }: Participant, name: string): string =>
  `- ${inLine(name)}${role ? `, ${inLine(role)}` : ''} (${speaker}, ${status})\n`;

/** A correction is at the place of what it corrects. */
const said = (at: number, message: Facts['message']): string =>
  message.replaces === undefined
    ? `**${inLine(message.senderName)}**, ${dateTime(at)}${message.replacedBy === undefined ? '' : ' (corrected)'}\n\n${textOf(message)}\n\n` +
      (message.attachments ?? []).map((file) => `Attached: ${told(file)}\n\n`).join('')
    : '';

/** An image in a data URI would fill the page. */
function textOf({ type, content, redacted }: Facts['message']): string {
  if (redacted) return `(deleted ${redacted.at})`;
  return type === 'image' && content.startsWith('data:') ? '> (an image)' : quoted(content);
}

const told = ({ name, bytes, sha256 }: Attachment): string => `${inLine(name)} (${inBytes(bytes)}, SHA-256 ${sha256})`;

/** With more backticks than the content has in a row. */
function fenced(content: string): string {
  const longest = (content.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}markdown\n${content}${content.endsWith('\n') || content === '' ? '' : '\n'}${fence}`;
}
