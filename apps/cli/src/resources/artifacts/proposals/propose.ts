import type { ArtifactSummary, Space } from '@parley/sdk';
import type { Verb } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { isFile } from '../../../input/content.ts';
import { short } from '../../../naming.ts';
import { harmless } from '../../../watch/harmless.ts';
import { baseOf, changeOf, copyOf, given, nameOfSource, type ChangeOptions, type Given } from '../change.ts';
import { misnamed } from '../heading.ts';
import { namesIn } from '../../participants/names.ts';
import { summaryNamed } from '../named.ts';
import { nameOfVersion, printDiff } from '../unified.ts';

export const propose: Verb<ChangeOptions, [query: string, file?: string]> = async (context, options, query, file) => {
  const change = { ...options, ...(await given(context, options, file)) };
  const space = await context.space();
  await proposeText(context, space, await summaryNamed(space, query), change);
};

/** Proposes a text, and prints what it changes and who was asked. */
export async function proposeText(
  context: Context,
  space: Space,
  { id: artifactId, name, version }: Pick<ArtifactSummary, 'id' | 'name' | 'version'>,
  change: Given,
): Promise<void> {
  const { source, section, note } = change;
  const baseVersion = (await baseOf(context, copyOf(space, artifactId, change), change)) ?? version;
  const proposal = await space
    .call('createProposal', { artifactId, ...changeOf(change), baseVersion, note })
    .catch((error: unknown) => misnamed(error, name, section ?? ''));
  const { diff, proposalId } = proposal;
  if (diff && !context.out.json) printDiff(context, diff, nameOfVersion(name, baseVersion), nameOfSource(source));
  // It is proposed, even if the names cannot be read.
  const nameOf = proposal.to.length > 0 ? await namesIn(space).catch(() => undefined) : undefined;
  context.out.done(proposal, `Proposed as ${short(proposalId)}; ${inWords(proposal.to, nameOf)}`);
  if (proposal.via === 'write' && baseVersion < version && !context.out.json) {
    const text = `It is based on version ${baseVersion}, and “${name}” has version ${version}: it is merged when it is accepted, unless both changed the same lines`;
    context.out.note(text);
  }
}

const inWords = (to: readonly string[], nameOf: (id: string) => string = short): string =>
  to.length === 0 ? 'nobody was asked' : `asked: ${to.map((id) => harmless(nameOf(id))).join(', ')}`;

/** The command that proposes the same text. */
export function proposing({ id }: Pick<ArtifactSummary, 'id'>, { source, append, section, note, base }: Given): string {
  const options = [
    append && '--append',
    section !== undefined && `--section ${word(section)}`,
    note !== undefined && `--note ${word(note)}`,
    base !== undefined && `--base ${base}`,
  ];
  return ['parley artifact propose', short(id), isFile(source) ? word(source) : '-', ...options].filter(Boolean).join(' ');
}

/** A word of a shell. */
const word = (text: string): string => (/^[\w./][\w./-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
