import type { MessageView } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import { textOf } from '../watch/wording.ts';
import { colours } from './colours.ts';
import { harmlessText } from './harmless.ts';

/** A heading, and the text below it, which can have many lines. The data of an image is only in the JSON. */
export function messageText(message: MessageView, addressees: readonly string[] = []): string {
  const { sequence, timestamp, senderName, isOwner, type } = message;
  const { bold, dim } = colours(process.stdout);
  const marks = [isOwner ? 'owner' : '', type === 'text' ? '' : type].filter(Boolean).join(', ');
  const at = new Date(timestamp).toLocaleString('sv');
  const to = addressees.length > 0 ? ` → ${addressees.map(harmless).join(', ')}` : '';
  const heading = `${dim(`#${sequence} ${at}`)} ${bold(harmless(senderName))}${marks && dim(` (${marks})`)}${to}`;
  return `${heading}\n${harmlessText(textOf(message))}`;
}
