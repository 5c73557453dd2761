import type { Piece, Words } from '../../kernel/words.ts';
import type { events } from './events.ts';

export const words: Words<typeof events> = {
  decision: ({ action, state, title, actorId, option, outcome }) => {
    const actor = { participantId: actorId };
    const question: Piece[] = ['“', { name: title }, '”'];
    if (action === 'opened') return [actor, ' asks for a decision: ', ...question];
    if (action === 'answered')
      return [actor, ' answers ', ...question, ...(option === undefined ? [] : [': ', { name: option }])];
    if (state === 'decided') return ['Decided: ', ...question, ': ', { name: outcome! }];
    if (state === 'withdrawn') return [actor, ' withdrew the decision ', ...question];
    return ['The decision ', ...question, ' lapsed without an outcome'];
  },
};
