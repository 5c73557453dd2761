import type { MessageView } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import { short } from '../naming.ts';
import { textOf } from '../watch/wording.ts';
import { colours } from './colours.ts';
import { harmlessText } from './harmless.ts';
import { output } from './streams.ts';

/** To whom a message is directed, and which message it replies to, as people see it. */
export interface Direction {
  to?: readonly string[];
  /** The number or the start of the id of a message. */
  replyTo?: string | undefined;
}

/** A heading, and the text below it, which can have many lines. The data of an image is only in the JSON. */
export function messageText(message: MessageView, { to = [], replyTo }: Direction = {}): string {
  const { sequence, timestamp, senderName, isOwner, type, replaces, replacedBy } = message;
  const { bold, dim } = colours(output);
  const all = [
    isOwner ? 'owner' : '',
    type === 'text' ? '' : type,
    replyTo === undefined ? '' : `reply to ${replyTo}`,
    replaces === undefined ? '' : `corrects ${short(replaces)}`,
    replacedBy === undefined ? '' : `corrected by ${short(replacedBy)}`,
  ];
  const marks = harmless(all.filter(Boolean).join(', '));
  const at = new Date(timestamp).toLocaleString('sv');
  const arrow = to.length > 0 ? ` → ${to.map(harmless).join(', ')}` : '';
  const heading = `${dim(harmless(`#${sequence} ${at}`))} ${bold(harmless(senderName))}${marks && dim(` (${marks})`)}${arrow}`;
  return `${heading}\n${harmlessText(textOf(message))}`;
}
