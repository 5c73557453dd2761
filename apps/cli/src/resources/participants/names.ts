import type { Space } from '@parley/sdk';
import { short } from '../../naming.ts';

/** The names of participants; for one who is unknown the start of the id. */
export async function namesIn(space: Space): Promise<(participantId: string) => string> {
  const { participants } = await space.get();
  const names = new Map(participants.map(({ participantId, name, displayName = name }) => [participantId, displayName]));
  return (participantId) => names.get(participantId) ?? short(participantId);
}
