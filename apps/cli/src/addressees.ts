import type { ParticipantView } from '@parley/sdk';
import { theOne } from './naming.ts';

const handleOf = ({ participantId, name }: ParticipantView) => ({ id: participantId, name });

/**
 * The participants that a message is directed to, by name, `@name`, id or start of an id.
 * @throws {Failure} if a name fits nobody or several, with the candidates.
 */
export function addressees(
  participants: readonly ParticipantView[],
  queries: readonly string[],
  me: string | undefined,
): ParticipantView[] {
  const others = participants.filter(
    ({ participantId, status }) => participantId !== me && (status === 'active' || status === 'muted'),
  );
  const found = queries.map((query) => {
    const isNamed = others.some(({ name }) => name === query);
    return theOne('participant', others, isNamed ? query : query.replace(/^@/, ''), handleOf);
  });
  return [...new Set(found)];
}
