import type { ArtifactSummary, Operations, Space } from '@parley/sdk';
import type { Verb } from '../command.ts';
import type { Context } from '../context.ts';
import { short } from '../naming.ts';
import { harmless } from '../watch/harmless.ts';
import { baseOf, changeOf, copyOf, given, isFile, nameOfSource, type ChangeOptions, type Given } from './change.ts';
import { misnamed } from './heading.ts';
import { namesIn, summaryNamed } from './named.ts';
import { nameOfVersion, printDiff } from './unified.ts';

type Proposed = Operations['createProposal']['output'];

export const propose: Verb<ChangeOptions, [query: string, file?: string]> = async (context, options, query, file) => {
  const change = { ...options, ...(await given(options, file)) };
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
  // It is proposed, even if this fails.
  const to = await asked(space, proposal).catch(() => undefined);
  context.out.done({ ...proposal, to: to?.map(({ id }) => id) }, `Proposed as ${short(proposalId)}${inWords(to)}`);
  if (proposal.via === 'write' && baseVersion < version && !context.out.json) {
    const text = `It is based on version ${baseVersion}, and “${name}” has version ${version}: it can only be accepted with changes`;
    context.out.note(text);
  }
}

interface Asked {
  id: string;
  name: string;
}

function inWords(to: readonly Asked[] | undefined): string {
  if (!to) return '';
  return to.length === 0 ? '; nobody was asked' : `; asked: ${to.map(({ name }) => harmless(name)).join(', ')}`;
}

/** The event of a proposal comes at most this far after the message that announces it, because at most two are asked. */
const nearby = 10;

/** To whom the service directed the message that announces a proposal. */
async function asked(space: Space, { artifactId, proposalId }: Proposed): Promise<Asked[]> {
  const { proposals } = await space.call('listProposals', { artifactId, state: 'all' });
  const { sequence } = proposals.find((each) => each.proposalId === proposalId)!;
  const { messages } = await space.messages({ after: Math.max(0, sequence! - nearby), limit: nearby });
  const to = messages.find((each) => each.proposalId === proposalId)?.to ?? [];
  if (to.length === 0) return [];
  const nameOf = await namesIn(space);
  return to.map((id) => ({ id, name: nameOf(id) }));
}

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
