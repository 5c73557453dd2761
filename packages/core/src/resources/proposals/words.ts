import type { Words } from '../../kernel/words.ts';
import type { events } from './events.ts';

export const words: Words<typeof events> = {
  proposal: ({ state, revision, artifactName, authorId, actorId, version }) => {
    const [actor, author, artifact] = [{ participantId: actorId }, { participantId: authorId }, { name: artifactName }];
    const whose = actorId === authorId ? [' their own proposal for “'] : [' the proposal of ', author, ' for “'];
    switch (state) {
      case 'open':
        return revision === 1
          ? [actor, ' proposed a change of “', artifact, '”']
          : [actor, ' changed their proposal for “', artifact, '”'];
      case 'accepted':
      case 'accepted_with_changes': {
        const how = state === 'accepted' ? '' : ' with changes';
        return [actor, ' accepted', ...whose, artifact, `”${how} (version ${version})`];
      }
      case 'rejected':
        return [actor, ' rejected', ...whose, artifact, '”'];
      case 'withdrawn':
        return [actor, ' withdrew their proposal for “', artifact, '”'];
    }
  },
};
