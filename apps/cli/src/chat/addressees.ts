import { harmless } from '../watch/harmless.ts';
import type { Addressee, MessageEntry, Receipt } from './entry.ts';

/** Readable without colours, together with the words. */
const marks: Record<Receipt['state'], string> = {
  queued: '·',
  claimed: '✓',
  replied: '✓✓',
  acknowledged: '✓✓',
  declined: '✗',
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

/** Whether a message waits for the user. */
export const isForMe = ({ to = [], expects }: Pick<MessageEntry, 'to' | 'expects'>): boolean =>
  expects !== 'nothing' && to.some((each) => each.isMe && isOpen(each));
