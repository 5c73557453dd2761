import type { ArtifactDiff, DecisionView, Space } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { agrees, asked, isAnybodyThere } from '../../terminal/prompt.ts';
import { notes } from '../../terminal/streams.ts';
import { noteDiff } from '../artifacts/unified.ts';
import { decisionNamed, onlyDecision } from './named.ts';
import { answerWords, idsOf, optionIn, optionNamed, type Option } from './option.ts';
import { showPinned, unread } from './pinned.ts';
import { described } from './show.ts';
import { consequence, outcomeInWords } from './words.ts';

interface AnswerOptions {
  reason?: string;
  at?: number;
}

/** Answers a decision: about the version that the caller names, or that it has shown. */
export const answer: Verb<AnswerOptions, [query?: string, wanted?: string]> = async (
  context,
  { reason, ...given },
  query,
  wanted,
) => {
  const space = await context.space();
  const decision = query === undefined ? await onlyDecision(space) : await decisionNamed(space, query);
  assertOpen(decision);
  const { option, version } = await chosen(context, space, decision, { ...given, wanted });
  const input = { decisionId: decision.decisionId, option: option.id, reason, version };
  const answered = await space.call('answerDecision', input).catch((error: unknown) => otherVersion(context, error, decision));
  context.out.done(answered, `Answered: ${option.label}. ${consequence(answered)}`);
};

function assertOpen(decision: DecisionView): void {
  if (decision.state === 'open') return;
  throw new Failure('conflict', `It has ended: ${outcomeInWords(decision)}`, undefined, 'decision_ended', {
    outcome: decision.outcome,
  });
}

interface Choice {
  option: Option;
  version: number | undefined;
}

/** Without a terminal there is nobody to whom the text could be shown, so that its version must be named. */
async function chosen(
  context: Context,
  space: Space,
  decision: DecisionView,
  { wanted, at }: { wanted: string | undefined; at?: number },
): Promise<Choice> {
  const option = wanted === undefined ? undefined : optionNamed(decision, wanted);
  const { artifact } = decision;
  if (option && (at !== undefined || !artifact)) return { option, version: at };
  if (context.out.json || !isAnybodyThere()) {
    if (!option)
      throw new Failure(
        'usage',
        `Which option? ${idsOf(decision)}`,
        `\`parley ${answerWords({ ...decision, version: decision.artifact?.version })}\``,
      );
    throw unread(artifact!, 'Nothing was answered, because the text was not shown');
  }
  context.out.styledNote(described(decision, notes));
  if (artifact) await showPinned(context, space, artifact);
  context.out.note('');
  if (!option) return { option: await numberTyped(decision), version: at ?? artifact?.version };
  const question = `${option.label}, about version ${artifact!.version}?`;
  if (!context.options.yes && !(await agrees(question))) throw new Failure('error', 'Cancelled');
  return { option, version: artifact!.version };
}

/** Asks for the number of an option until it is one. An empty line, like the end of the input, answers nothing. */
async function numberTyped(decision: DecisionView): Promise<Option> {
  const most = decision.options.length;
  for (;;) {
    const typed = await asked(`Which option? [1-${most}] `);
    if (typed === '') throw new Failure('error', 'Cancelled: nothing was answered');
    const option = optionIn(decision, typed);
    if (option) return option;
  }
}

/** Shows what differs from the version that was named. Rethrows every other error. */
function otherVersion(context: Context, error: unknown, { artifact }: DecisionView): never {
  const { code, body } = error as { code?: string; body?: { diff?: ArtifactDiff; currentVersion?: unknown } };
  if (code !== 'version_conflict' || !artifact) throw error;
  const { diff, currentVersion } = body ?? {};
  if (Array.isArray(diff?.hunks)) noteDiff(context, diff, artifact.name);
  throw unread(artifact, 'Nothing was answered', code, { pinned: artifact.version, currentVersion, diff });
}
