import type { ParticipantView } from '@parley/sdk';
import { matching } from '@parley/core/names';
import { Failure } from '../../failure.ts';
import { theOne } from '../../naming.ts';

export const personOf = ({ participantId, name, displayName = name }: ParticipantView) => ({
  id: participantId,
  names: [displayName, name],
  isPerson: true,
});

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
  const self = participants.filter(({ participantId }) => participantId === me);
  const found = queries.map((query) => {
    if (matching(others, query, personOf).length === 0 && matching(self, query, personOf).length > 0)
      throw new Failure('usage', 'You cannot direct a message to yourself', 'name another participant');
    return theOne('participant', others, query, personOf);
  });
  return [...new Set(found)];
}
