import type { Space } from '@parley/sdk';
import type { Place } from './context.ts';

/** The name of a space as it is now: others can have renamed it since this machine learned it. */
export const presentName = (space: Space, { kept, spaceId }: Place): Promise<string> =>
  space.get({ maxRetries: 0 }).then(
    ({ name }) => name,
    () => kept?.name ?? spaceId,
  );
