import type { ArtifactDiff, ProposalView, ProposalWithChange, Space } from '@parley/sdk';
import type { Verb } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { Failure } from '../../../failure.ts';
import { isFile } from '../../../input/content.ts';
import { matching } from '@parley/core/names';
import { counted } from '@parley/core/words';
import { isId, short, theOne } from '../../../naming.ts';
import { colours } from '../../../terminal/colours.ts';
import { notes } from '../../../terminal/streams.ts';
import { harmless, harmlessLines } from '../../../watch/harmless.ts';
import { namesIn } from '../../participants/names.ts';
import { summaryNamed } from '../named.ts';
import { save } from '../save.ts';
import { nameOfVersion, printDiff } from '../unified.ts';

const mostPerPage = 100;

export const list: Verb<{ all?: boolean }, [query: string]> = async (context, { all }, query) => {
  const space = await context.space();
  const { id } = await summaryNamed(space, query);
  context.out.list(
    await proposalsFor(space, id, all ? 'all' : 'open'),
    {
      id: ({ proposalId }) => short(proposalId),
      author: ({ authorName }) => authorName,
      proposed: ({ createdAt }) => new Date(createdAt).toLocaleString('sv'),
      base: ({ baseVersion }) => `version ${baseVersion}`,
      state: stateOf,
      note: ({ note }) => note ?? '',
    },
    all ? 'No proposals' : 'No open proposals; --all lists those that have ended too',
  );
};

const stateOf = ({ state, version }: ProposalView): string =>
  `${state.replaceAll('_', ' ')}${version === undefined ? '' : ` (version ${version})`}`;

/** The proposals for an artifact, newest first. */
async function proposalsFor(space: Space, artifactId: string, state: 'open' | 'all'): Promise<ProposalView[]> {
  const all: ProposalView[] = [];
  for (let before: number | undefined; ;) {
    const { proposals } = await space.call('listProposals', { artifactId, state, before, limit: mostPerPage });
    all.push(...proposals);
    const oldest = proposals.at(-1)?.sequence ?? 0;
    if (proposals.length < mostPerPage || oldest >= (before ?? Infinity)) return all;
    before = oldest;
  }
}

/** A proposal by its number, its id or the start of one; an open one, if it fits one. */
export async function proposalNamed(space: Space, artifactId: string, query: string): Promise<ProposalWithChange> {
  const wanted = query.toLowerCase();
  const proposalId = isId(wanted) ? wanted : (await meant(space, artifactId, query)).proposalId;
  return space.call('getProposal', { artifactId, proposalId });
}

async function meant(space: Space, artifactId: string, query: string): Promise<ProposalView> {
  const open = await proposalsFor(space, artifactId, 'open');
  const isOpen = matching(open, query, handleOf).length > 0;
  return theOne('proposal', isOpen ? open : await proposalsFor(space, artifactId, 'all'), query, handleOf);
}

const handleOf = ({ proposalId: id, sequence, authorName: label }: ProposalView) => ({ id, sequence, label });

/** Prints the difference that a proposal makes; what is said about it goes to standard error, so that a pipe gets only the difference. */
export const show: Verb<{ out?: string }, [query: string, proposal: string]> = async (context, { out }, query, wanted) => {
  const space = await context.space();
  const { id, name, version } = await summaryNamed(space, query);
  const proposal = await proposalNamed(space, id, wanted);
  if (out !== undefined) return saveProposed(context, space, proposal, out);
  if (context.out.json) return context.out.item(proposal, () => '');
  const nameOf = proposal.endedBy === undefined ? short : await namesIn(space);
  context.out.styledNote(`${description(proposal, nameOf)}\n`);
  printProposal(context, proposal, name);
  const { applies, baseVersion } = proposal;
  if (applies === 'merged') context.out.note(`It is merged with what has changed since version ${baseVersion}`);
  if (applies === 'conflict')
    context.out.note(`It conflicts with what has changed since version ${baseVersion}: “${name}” has version ${version}`);
};

/** Saves the text that accepting it would write; if it conflicts or has ended, the text that its author made of its base. */
async function saveProposed(context: Context, space: Space, proposal: ProposalWithChange, file: string): Promise<void> {
  const { artifactId, diff, baseVersion, content, merged } = proposal;
  const version = diff?.from ?? baseVersion;
  const text = merged ?? content ?? (diff && (await patched(space, artifactId, diff)));
  if (text === undefined)
    throw new Failure('error', 'The change is too large, or its base is no longer stored', '--json prints the change');
  if (!isFile(file)) return context.out.raw(text);
  await save(context, { file, spaceId: space.spaceId, artifactId }, { text, version });
  context.out.done({ file, version }, `Saved in ${file}, based on version ${version}`);
}

async function patched(space: Space, artifactId: string, { from, hunks, truncated }: ArtifactDiff): Promise<string | undefined> {
  if (truncated) return undefined;
  const [{ applyPatch }, { content }] = await Promise.all([
    import('diff'),
    space.call('getArtifactVersion', { artifactId, version: from }),
  ]);
  const patch = { hunks, oldFileName: '', newFileName: '', oldHeader: undefined, newHeader: undefined };
  const text = applyPatch(content, patch, { autoConvertLineEndings: false });
  return text === false ? undefined : text;
}

/** As `artifact log` prints a version. */
function description(proposal: ProposalWithChange, nameOf: (participantId: string) => string): string {
  const { proposalId, authorName, createdAt, baseVersion, via, revision, note, endedAt, endedBy, endNote } = proposal;
  const changed = revision > 1 ? `, changed by its author ${counted(revision - 1, 'time')}` : '';
  const facts = [
    `Author: ${authorName}`,
    `Date:   ${new Date(createdAt).toLocaleString('sv')}`,
    `Change: ${kinds[via]}, based on version ${baseVersion}${changed}`,
    `State:  ${stateOf(proposal)}`,
    endedAt !== undefined && endedBy !== undefined && `Ended:  ${new Date(endedAt).toLocaleString('sv')}, by ${nameOf(endedBy)}`,
    endNote !== undefined && `Reason: ${endNote}`,
  ];
  const why = note === undefined ? [] : ['', ...harmlessLines(note).map((line) => `    ${line}`)];
  const heading = colours(notes).yellow(harmless(`proposal ${short(proposalId)}`));
  return [heading, ...facts.filter((fact) => fact !== false).map(harmless), ...why].join('\n');
}

const kinds: Readonly<Record<string, string>> = {
  write: 'a whole text',
  edits: 'places edited',
  append: 'text appended',
  section: 'a section changed',
};

/** What accepting it changes; if it conflicts, what it changes of its base. */
export function printProposal(context: Context, { proposalId, diff }: ProposalWithChange, name: string): void {
  if (!diff) return context.out.note('The version that it is based on is no longer stored; --json prints the proposed text');
  printDiff(context, diff, nameOfVersion(name, diff.from), `${name}, proposal ${short(proposalId)}`);
  if (diff.hunks.length === 0) context.out.note('It changes nothing');
}

/** A proposal as commands name it, behind their verb. */
export const idsOf = ({ artifactId, proposalId }: Pick<ProposalView, 'artifactId' | 'proposalId'>): string =>
  `${short(artifactId)} ${short(proposalId)}`;
