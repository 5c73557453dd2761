import type { ParticipantView } from '@parley/sdk';
import { Failure } from './failures.ts';
import { theOne } from './naming.ts';

const handleOf = ({ participantId, name }: ParticipantView) => ({ id: participantId, name });

/**
 * The participants that a message is directed to, by name, `@name`, id or start of an id.
 * @throws {Failure} if a name matches nobody, several participants or only the sender.
 */
export function addressees(
  participants: readonly ParticipantView[],
  queries: readonly string[],
  me: string | undefined,
): ParticipantView[] {
  const others = participants.filter(
    ({ participantId, status }) => participantId !== me && (status === 'active' || status === 'muted'),
  );
  const self = participants.find(({ participantId }) => participantId === me);
  const found = queries.map((query) => {
    const named = (name: string) => others.some((each) => each.name === name);
    const bare = query.replace(/^@/, '');
    if (bare !== query && named(query) && named(bare))
      throw new Failure('usage', `“${query}” is ambiguous: “${bare}” is here too`, 'use the start of an id');
    const wanted = named(query) ? query : bare;
    if (self && wanted === self.name && !others.some(({ name }) => name === wanted))
      throw new Failure('usage', 'You cannot direct a message to yourself', 'name another participant');
    return theOne('participant', others, wanted, handleOf);
  });
  return [...new Set(found)];
}
