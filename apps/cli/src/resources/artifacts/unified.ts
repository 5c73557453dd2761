import { counted } from '@parley/core/words';
import type { ArtifactDiff } from '@parley/sdk';
import type { Context } from '../../context.ts';
import { unified } from '../../terminal/difference.ts';
import { notes } from '../../terminal/streams.ts';

export const nameOfVersion = (name: string, version: number): string => `${name}, version ${version}`;

/** Prints a difference as a result. */
export function printDiff({ out }: Context, diff: ArtifactDiff, before: string, after: string): void {
  if (out.json) return out.item(diff, () => '');
  if (diff.hunks.length > 0) out.line(unified(diff, before, after));
  if (diff.truncated) out.note(cut(diff));
}

/** Prints what others have changed, beside a refusal. */
export function noteDiff({ out }: Context, diff: ArtifactDiff, name: string): void {
  if (out.json) return;
  const [before, after] = [nameOfVersion(name, diff.from), nameOfVersion(name, diff.to)];
  if (diff.hunks.length > 0) out.styledNote(unified(diff, before, after, notes));
  if (diff.truncated) out.note(cut(diff));
}

const cut = ({ added, removed }: ArtifactDiff): string =>
  `The difference is too large to be shown completely: ${counted(added, 'line')} added, ${removed} removed`;
