import type { MessageView } from '@parley/sdk';

const most = 160;

/** A message as one line of text, for a quote or an announcement. */
export function plain({ type, content, redacted }: Pick<MessageView, 'type' | 'content' | 'redacted'>): string {
  if (redacted) return 'a deleted message';
  if (type === 'image') return 'an image';
  if (type === 'html') return 'a page';
  const line = content
    .slice(0, 8 * most)
    .replaceAll(/```\S*/g, ' ')
    .replaceAll(/^\s*(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most).trimEnd()}…` : line;
}
