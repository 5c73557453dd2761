import type { Words } from '../../kernel/words.ts';
import type { events } from './events.ts';

export const words: Words<typeof events> = {
  comment: ({ action, replyTo, artifactName, authorId, actorId }) => {
    const [actor, artifact] = [{ participantId: actorId }, { name: artifactName }];
    const on = [' on “', artifact, '”'];
    if (action === 'created') return [actor, replyTo === undefined ? ' commented' : ' replied to a comment', ...on];
    const whose = actorId === authorId ? ['their comment'] : ['the comment of ', { participantId: authorId }];
    return [actor, ` ${action} `, ...whose, ...on];
  },
};
