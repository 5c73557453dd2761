import type { Piece, Words } from '../../kernel/words.ts';
import type { events } from './events.ts';

/** The owner decides by the name, which can look like another one. */
const likeness = ({ resembles }: { resembles?: string | undefined }): readonly Piece[] =>
  resembles === undefined ? [] : [', with a name that looks like that of ', { participantId: resembles }];

export const words: Words<typeof events> = {
  'participant-status': ({ participant, status, previousStatus }, readerId) => {
    const isMe = participant.participantId === readerId;
    const who = isMe ? 'You' : { name: participant.displayName ?? participant.name };
    const was = isMe ? ' were' : ' was';
    if (status === previousStatus) return ['A participant lost its name: it is ', who, ' now'];
    switch (status) {
      case 'waitingForApproval':
        return [who, ' asks to join', ...likeness(participant)];
      case 'active':
        return previousStatus === 'muted' ? [who, was, ' unmuted'] : [who, ' joined'];
      case 'muted':
        return [who, was, ' muted'];
      case 'left':
        return [who, ' left'];
      case 'kicked':
        return previousStatus === 'waitingForApproval'
          ? ['The join request from ', who, ' was declined']
          : [who, was, ' removed'];
    }
  },
};
