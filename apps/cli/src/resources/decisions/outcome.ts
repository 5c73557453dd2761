import { NoOutcomeError, type DecisionView, type Space } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import type { Context } from '../../context.ts';
import { short } from '../../naming.ts';
import { whileWaiting } from '../../terminal/spinner.ts';
import { harmless } from '../../watch/harmless.ts';
import { decisionNamed } from './named.ts';
import { consequence } from './words.ts';

/** Exit code of a wait that is over without an option. It is no failure of the command, and differs from all of those. */
const noOutcome = 7;

/** Waits for the end of a decision, and prints the id of the option that was decided. Without one, the exit code says so. */
export async function awaitOutcome(context: Context, space: Space, decisionId: string): Promise<void> {
  const { out } = context;
  const decision = await whileWaiting('Waiting for the outcome', ended(space, decisionId));
  const { outcome, title } = decision;
  if (!out.json) out.note(`“${harmless(title)}”: ${consequence(decision)}`);
  if (outcome === undefined) process.exitCode = noOutcome;
  if (out.json || outcome !== undefined) out.item(decision, () => harmless(outcome ?? ''));
}

async function ended(space: Space, decisionId: string): Promise<DecisionView> {
  const decision = await space.decisions.get(decisionId);
  try {
    await decision.outcome();
  } catch (error) {
    if (!(error instanceof NoOutcomeError)) throw error;
    return error.decision;
  }
  return decision.view;
}

export const wait: Verb<object, [query: string]> = async (context, _, query) => {
  const space = await context.space();
  const { decisionId } = await decisionNamed(space, query);
  context.out.note(`Waiting for ${short(decisionId)}; it stays open if you stop`);
  await awaitOutcome(context, space, decisionId);
};
