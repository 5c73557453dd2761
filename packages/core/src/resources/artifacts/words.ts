import type { Words } from '../../kernel/words.ts';
import type { events } from './events.ts';

export const words: Words<typeof events> = {
  artifact: ({ action, artifact: { name, version }, actorId }) => {
    const [actor, artifact] = [{ participantId: actorId }, { name }];
    switch (action) {
      case 'created':
        return [actor, ' created “', artifact, '”'];
      case 'updated':
        return [actor, ' changed “', artifact, `” (version ${version})`];
      case 'restored':
        return [actor, ' restored “', artifact, `” (version ${version})`];
      case 'renamed':
        return [actor, ' renamed an artifact to “', artifact, '”'];
      case 'deleted':
        return [actor, ' deleted “', artifact, '”'];
      case 'undeleted':
        return [actor, ' brought “', artifact, '” back'];
      case 'locked':
        return [actor, ' locked “', artifact, '”'];
      case 'unlocked':
        return [actor, ' unlocked “', artifact, '”'];
      case 'lock-expired':
        return ['The lock on “', artifact, '” expired'];
    }
  },
};
