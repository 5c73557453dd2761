import type { ParticipantStatus } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import { nameOf, reachInWords, verified } from '../watch/wording.ts';
import type { Model } from './model.ts';

const statusWords: Record<ParticipantStatus, string> = {
  active: '',
  muted: 'muted',
  waitingForApproval: 'waiting for approval',
  left: 'left',
  kicked: 'removed',
};

export const numbered = (index: number, text: string): string => `${String(index + 1).padStart(3)} ${text}`;

export const participantsIn = ({ people, me }: Model): string =>
  people
    .map((person, i) => {
      const { participantId, isOwner, role, speaker, status } = person;
      const what = isOwner ? 'owner' : harmless(role);
      const reach = person.reach !== 'live' && reachInWords(person);
      const words = [participantId === me && 'you', what, verified[speaker], statusWords[status], reach].filter(Boolean);
      return { status, text: numbered(i, `${nameOf(person)}${words.length ? ` (${words.join(', ')})` : ''}`) };
    })
    .filter(({ status }) => status !== 'left' && status !== 'kicked')
    .map(({ text }) => text)
    .join('\n');
