import type { Piece, Words } from '../../kernel/words.ts';
import type { events } from './events.ts';

export const words: Words<typeof events> = {
  task: ({ action, title, actorId, claimedBy = actorId, note }) => {
    const [actor, worker, task] = [{ participantId: actorId }, { participantId: claimedBy }, { name: title }];
    const line = (who: Piece, did: string, ...more: Piece[]) => [who, ` ${did} the task “`, task, '”', ...more];
    switch (action) {
      case 'claimed':
        return line(actor, 'works on');
      case 'released':
        return line(worker, 'no longer works on');
      case 'lapsed':
        return line(worker, 'no longer works on', ': the lease has expired');
      case 'verified':
        return line(actor, action, ' of ', worker);
      case 'returned':
        return line(actor, action, ' to ', worker, ...(note ? [': ', { text: note }] : []));
      case 'created':
      case 'submitted':
      case 'cancelled':
        return line(actor, action);
    }
  },
};
