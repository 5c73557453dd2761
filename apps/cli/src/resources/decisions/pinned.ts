import type { ArtifactDiff, DecisionView, Space } from '@parley/sdk';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { short } from '../../naming.ts';
import { colours } from '../../terminal/colours.ts';
import { harmlessText } from '../../terminal/harmless.ts';
import { notes } from '../../terminal/streams.ts';
import { harmless } from '../../watch/harmless.ts';
import { nameOfVersion, noteDiff } from '../artifacts/unified.ts';

type Pinned = NonNullable<DecisionView['artifact']>;

/** The text of the version that a decision is about, and what has become of it since. */
export async function pinnedText(
  space: Space,
  { artifactId, version, currentVersion, changedSince }: Pinned,
): Promise<{ content: string; since: ArtifactDiff | undefined }> {
  const [{ content }, since] = await Promise.all([
    space.call('getArtifactVersion', { artifactId, version }),
    changedSince && currentVersion !== undefined
      ? space.call('diffArtifact', { artifactId, from: version, to: currentVersion })
      : undefined,
  ]);
  return { content, since };
}

/** Shows a person what is to be approved, and its difference to the present version, which is not. */
export async function showPinned(context: Context, space: Space, pinned: Pinned): Promise<void> {
  const { content, since } = await pinnedText(space, pinned);
  const { bold } = colours(notes);
  const { name, version } = pinned;
  context.out.styledNote(`\n${bold(harmless(nameOfVersion(name, version)))}\n${harmlessText(content.trimEnd())}`);
  if (!since) return;
  context.out.styledNote(`\n${bold('What has changed since, and is not approved')}`);
  noteDiff(context, since, name);
}

/** Says which version an answer must name. */
export const unread = ({ artifactId, name, version }: Pinned, message: string, code?: string, details?: object): Failure =>
  new Failure(
    code === undefined ? 'usage' : 'conflict',
    `${message}: it is about version ${version} of “${name}”`,
    `\`parley artifact show ${short(artifactId)} ${Math.trunc(version)}\` prints it; then answer with --at ${Math.trunc(version)}`,
    code,
    details,
  );
