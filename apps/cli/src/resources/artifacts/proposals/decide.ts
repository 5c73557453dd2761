import type { ArtifactDiff, ArtifactSummary, ProposalWithChange, Space } from '@parley/sdk';
import type { Verb } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { Failure } from '../../../failure.ts';
import { difference } from '../../../terminal/difference.ts';
import { harmless } from '../../../watch/harmless.ts';
import { baseOf, copyOf, nameOfSource, remember, textToWrite } from '../change.ts';
import { overtaken } from '../conflict.ts';
import { summaryNamed } from '../named.ts';
import { idsOf, printProposal, proposalNamed } from './proposals.ts';
import { nameOfVersion, noteDiff } from '../unified.ts';

interface AcceptOptions {
  from?: string;
  base?: number;
  /** Positions, from 1. */
  hunks?: number[];
}

type DecisionWords = [query: string, proposal: string];

/** Accepts the revision, over the version, that it has shown. */
export const accept: Verb<AcceptOptions, DecisionWords> = async (context, { from: file, base, hunks }, query, wanted) => {
  const text = file === undefined ? undefined : await textToWrite(context, file);
  const space = await context.space();
  const artifact = await summaryNamed(space, query);
  const { id: artifactId, name } = artifact;
  const proposal = await proposalNamed(space, artifactId, wanted);
  const { proposalId, revision } = proposal;
  const copy = text === undefined ? undefined : copyOf(space, artifactId, { text, source: file });
  const version =
    text === undefined
      ? shown(context, chosenOf(proposal, hunks), artifact)
      : await shownText(context, space, artifact, { text, name: nameOfSource(file) });
  const baseVersion = (await baseOf(context, copy, { base })) ?? version;
  const input = { artifactId, proposalId, revision, baseVersion, content: text, hunks: hunks?.map((each) => each - 1) };
  const accepted = await space
    .call('acceptProposal', input)
    .catch((error: unknown) => stale(context, error, proposal, name))
    .catch((error: unknown) => {
      const hint = () => `nothing was accepted; look again with \`parley artifact proposal ${idsOf(proposal)}\``;
      return overtaken(context, error, { name, what: 'your decision', base: baseVersion, hint });
    });
  if (copy && accepted.version !== undefined) await remember(context, copy, accepted.version);
  const how = accepted.state === 'accepted' ? '' : ' with changes';
  const author = harmless(accepted.authorName);
  context.out.done(accepted, `Accepted the proposal of ${author}${how}: wrote version ${accepted.version}`);
};

/** The proposal with the chosen changes only. Those that are not there are for the service to refuse. */
function chosenOf(proposal: ProposalWithChange, hunks: readonly number[] | undefined): ProposalWithChange {
  const { diff } = proposal;
  return diff && hunks ? { ...proposal, diff: { ...diff, hunks: diff.hunks.filter((_, i) => hunks.includes(i + 1)) } } : proposal;
}

/** Prints what accepting it changes. Returns the version that this is the difference to. */
function shown(context: Context, proposal: ProposalWithChange, { name, version }: ArtifactSummary): number {
  const { applies, diff } = proposal;
  // What a proposal that conflicts makes of its base is not what accepting it would do: the service refuses it.
  if (!applies || applies === 'conflict' || !diff) return version;
  if (!context.out.json) printProposal(context, proposal, name);
  return diff.from;
}

/** The same for the text of a file. */
async function shownText(
  context: Context,
  space: Space,
  { id }: ArtifactSummary,
  file: { name: string; text: string },
): Promise<number> {
  const { name, content, version } = await space.artifacts.get(id);
  const { painted } = await difference({ name: nameOfVersion(name, version), text: content }, file);
  if (!context.out.json && painted) context.out.line(painted.replace(/\n$/, ''));
  return version;
}

interface Stale {
  /** Absent if its author has changed it meanwhile. */
  currentVersion?: unknown;
  diff?: ArtifactDiff;
}

/** Says what to do about a proposal that cannot be accepted as it is. Rethrows every other error. */
function stale(context: Context, error: unknown, proposal: ProposalWithChange, name: string): never {
  const { code, message, body } = error as { code?: string; message?: string; body?: Stale };
  if (code !== 'proposal_stale') throw error;
  const { currentVersion, diff } = body ?? {};
  if (currentVersion === undefined)
    throw new Failure('conflict', message ?? '', `look again with \`parley artifact proposal ${idsOf(proposal)}\``, code);
  if (Array.isArray(diff?.hunks)) noteDiff(context, diff, name);
  const author = harmless(proposal.authorName);
  const [base, present] = [proposal.baseVersion, Number(currentVersion)];
  throw new Failure(
    'conflict',
    `The proposal of ${author} is based on version ${base} and does not apply to version ${present} of “${name}”`,
    `accept it with changes, \`parley artifact accept ${idsOf(proposal)} --from FILE --base ${present}\`, or reject it with \`parley artifact reject ${idsOf(proposal)}\``,
    code,
    { currentVersion, diff },
  );
}

export const reject: Verb<{ note?: string }, DecisionWords> = async (context, { note }, query, wanted) => {
  const space = await context.space();
  const { artifactId, proposalId } = await named(space, query, wanted);
  const rejected = await space.call('rejectProposal', { artifactId, proposalId, note });
  context.out.done(rejected, `Rejected the proposal of ${harmless(rejected.authorName)}; its text stays readable`);
};

export const withdraw: Verb<object, DecisionWords> = async (context, _, query, wanted) => {
  const space = await context.space();
  const { artifactId, proposalId } = await named(space, query, wanted);
  context.out.done(
    await space.call('withdrawProposal', { artifactId, proposalId }),
    'Withdrawn: nobody can accept it any more; its text stays readable',
  );
};

async function named(space: Space, query: string, wanted: string): Promise<ProposalWithChange> {
  const { id } = await summaryNamed(space, query);
  return proposalNamed(space, id, wanted);
}
