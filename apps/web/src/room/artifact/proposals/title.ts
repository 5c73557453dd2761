import type { Proposal } from '@parley/sdk';
import { plain } from '../../../text/plain.ts';

type ChangeVia = Proposal['view']['via'];

const mostCharacters = 80;
const kinds: Record<ChangeVia, string> = {
  write: 'A new text',
  edits: 'Changes in some places',
  append: 'An addition',
  section: 'A change of a section',
};

/** What a proposal changes, in the words that it puts into the text, or that it takes from it. */
export function titleOf({ diff, note, via }: Pick<Proposal['view'], 'diff' | 'note' | 'via'>): string {
  const lines = diff?.hunks.flatMap((hunk) => hunk.lines) ?? [];
  // A last line without an end is taken out and put in again when something follows it.
  const firstOf = (sign: string, opposite: string) =>
    lines
      .filter((line) => line.startsWith(sign) && !lines.includes(opposite + line.slice(1)))
      .map((line) => shortened(line.slice(1)))
      .find((words) => words !== '');
  const [added, removed] = [firstOf('+', '-'), firstOf('-', '+')];
  if (added !== undefined) return `“${added}”`;
  return removed === undefined ? (note ?? kinds[via]) : `Without “${removed}”`;
}

function shortened(line: string): string {
  const words = plain({ type: 'text', content: line }).replace(/^\[[ x]\] /i, '');
  return words.length > mostCharacters ? `${words.slice(0, mostCharacters).trimEnd()}…` : words;
}
