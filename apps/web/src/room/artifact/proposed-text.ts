import type { Artifact, Proposal } from '@parley/sdk';
import { patched } from './patched.ts';

/** The whole text that a proposal would make, as far as it can be known here. */
export async function proposedText(artifact: Artifact, { view }: Proposal): Promise<string | undefined> {
  const { diff, applies, baseVersion, content } = view;
  // Without it, its hunks are not all of its changes.
  const whole = diff && !diff.truncated ? diff : undefined;
  if (applies && whole && whole.from === artifact.version) return patched(artifact.content, whole.hunks);
  if (content !== undefined) return content;
  if (!whole) return undefined;
  const { content: base } = await artifact.at(baseVersion);
  return patched(base, whole.hunks);
}
