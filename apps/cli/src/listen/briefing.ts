import { inQuotes } from '@parley/core';
import type { CatchUp, MessageView, ParticipantView, SpaceView } from '@parley/sdk';

/** What every participant of the space knows. */
export interface Scene {
  /** The participant who is asked. */
  participantId: string;
  space: Pick<SpaceView, 'name' | 'description' | 'agenda' | 'participants' | 'artifacts'>;
  /** The messages that are answered, oldest first. */
  thread: readonly MessageView[];
  /** What was said before and matters most, oldest first. */
  earlier: CatchUp['messages'];
  /** What the message asks besides a reply. */
  facts?: readonly string[] | undefined;
}

type BriefedMessage = MessageView | CatchUp['messages'][number];

/** A text of the past is shown up to here. */
const mostCharacters = 2_000;

/**
 * A message with what every participant of the space knows about it. Each text before it is one line in quotes, and nothing
 * follows it, so no text of a participant can be mistaken for another part.
 */
export function briefing(message: MessageView, { participantId, space, thread, earlier, facts = [] }: Scene): string {
  const me = space.participants.find((each) => each.participantId === participantId);
  const here = space.participants.filter(({ status }) => status === 'active' || status === 'muted');
  const known = new Set([message.id, ...thread.map(({ id }) => id)]);
  const before = earlier.filter(({ id }) => !known.has(id));
  return [
    `You are ${me ? `${inQuotes(me.name)}, role ${inQuotes(me.role)}` : participantId}, in the space ${inQuotes(space.name)}.`,
    ...about('Description', space.description),
    ...about('Agenda', space.agenda),
    ...section('Participants', here.map(participantLine(participantId))),
    ...section('Artifacts', space.artifacts.map(artifactLine(space.participants))),
    ...section('The earlier messages that matter most to you, oldest first', before.map(messageLine)),
    ...section('The messages that it answers, oldest first', thread.map(messageLine)),
    '',
    withFacts(message, facts),
  ].join('\n');
}

/** A message as the last part of what is told, with what it asks before it. */
export const withFacts = (message: MessageView, facts: readonly string[]): string =>
  [...facts, `The message to you, ${messageHead(message)}, is all that follows:`, message.content].join('\n');

const about = (label: string, text: string | undefined): string[] => (text ? [`${label}: ${shown(text)}`] : []);

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', `${title}:`, ...lines.map((line) => `- ${line}`)] : [];

const participantLine =
  (participantId: string) =>
  ({ participantId: id, name, role, speaker, reach, status }: ParticipantView): string =>
    [
      inQuotes(name),
      ...(role ? [`role ${inQuotes(role)}`] : []),
      speaker,
      id === participantId ? 'you' : reach,
      ...(status === 'muted' ? ['muted'] : []),
    ].join(', ');

const artifactLine =
  (participants: readonly ParticipantView[]) =>
  ({ id, name, version, lockedBy }: SpaceView['artifacts'][number]): string => {
    const holder = participants.find((each) => each.participantId === lockedBy);
    return [inQuotes(name), id, `version ${version}`, ...(holder ? [`locked by ${inQuotes(holder.name)}`] : [])].join(', ');
  };

const messageHead = ({ sequence, senderName, speaker, timestamp }: BriefedMessage): string =>
  `#${sequence} from ${inQuotes(senderName)} (${speaker}) at ${timestamp}`;

const messageLine = (message: BriefedMessage): string =>
  `${messageHead(message)}: ${shown(message.content)}${'truncated' in message && message.truncated ? ' (only the beginning)' : ''}`;

function shown(text: string): string {
  if (text.length <= mostCharacters) return inQuotes(text);
  return `${inQuotes(text.slice(0, mostCharacters).toWellFormed())} (${text.length - mostCharacters} more characters)`;
}
