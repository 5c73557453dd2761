import type { Artifact, Proposal } from '@parley/sdk';
import { patched } from '../patched.ts';

/**
 * Where an editor for a proposal starts: with the text that accepting it would write. For one that conflicts, that is the present text,
 * never an old one. Undefined if it cannot be known here.
 */
export function textToAmend(artifact: Pick<Artifact, 'content' | 'version'>, view: Proposal['view']): string | undefined {
  const { diff, applies, merged, content } = view;
  if (applies === 'conflict') return artifact.content;
  if (diff?.from !== artifact.version) return undefined;
  if (merged !== undefined || content !== undefined) return merged ?? content;
  // Without it, its hunks are not all of its changes.
  return diff.truncated ? undefined : patched(artifact.content, diff.hunks);
}
