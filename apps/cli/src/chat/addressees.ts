import type { MessageView } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import type { Addressee, MessageEntry, Receipt } from './entry.ts';
import { named, type Model } from './model.ts';

/** Readable without colours, together with the words. */
const marks: Record<Receipt['state'], string> = {
  held: '·',
  queued: '·',
  claimed: '✓',
  replied: '✓✓',
  acknowledged: '✓✓',
  answered: '✓✓',
  declined: '✗',
  refused: '✗',
  failed: '✗',
  expired: '✗',
  withdrawn: '✗',
};

const isOpen = ({ receipt }: Addressee): boolean => receipt?.state === 'queued' || receipt?.state === 'claimed';

/** The addressees, with a mark and a word for each whose receipt is known: `Gus ✓✓ replied, Mia · queued`. */
export const addresseesInWords = (to: readonly Addressee[]): string =>
  to
    .map((each) => {
      const { name, receipt, isMe } = each;
      if (!receipt || (isMe && isOpen(each))) return name;
      const note = receipt.note ? ` (${harmless(receipt.note)})` : '';
      return `${name} ${marks[receipt.state]} ${receipt.state}${note}`;
    })
    .join(', ');

/** Whom a message is directed to. A delivery is queued until an event says more. */
export function addresseesOf(model: Model, { to, senderId }: MessageView): Addressee[] | undefined {
  const { me } = model;
  const queued: Receipt = { state: 'queued' };
  return to?.map((id) => {
    if (id === me) return { id, name: 'you', isMe: true, receipt: queued };
    return { id, name: named(model, id), ...(senderId === me && { receipt: queued }) };
  });
}

/** Whether a message waits for the user. */
export const isForMe = ({ to = [], expects }: Pick<MessageEntry, 'to' | 'expects'>): boolean =>
  expects !== 'nothing' && to.some((each) => each.isMe && isOpen(each));

/** Whether the user has not accepted a message yet that is directed to it. */
const isHeldForMe = ({ to = [] }: Pick<MessageEntry, 'to'>): boolean =>
  to.some(({ isMe, receipt }) => isMe && receipt?.state === 'held');

/** The messages that are held for the user, oldest first. */
export const messagesHeldForMe = ({ entries }: Model): MessageEntry[] =>
  entries.filter((entry): entry is MessageEntry => entry.kind === 'message' && isHeldForMe(entry));

/** The messages that wait for the user, oldest first. */
export const messagesForMe = ({ entries }: Model): MessageEntry[] =>
  entries.filter((entry): entry is MessageEntry => entry.kind === 'message' && isForMe(entry));
