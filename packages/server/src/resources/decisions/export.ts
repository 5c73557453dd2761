import type { Exported } from '../../engine/exported.ts';
import { allBefore } from '../pages.ts';
import { decisionView } from './present.ts';

/** The decisions, newest first, each with its text and the reasons. */
export async function* exportedDecisions({ state, viewer: caller, end, now, env, assertAdmitted }: Exported) {
  const { spaceId } = state.space;
  const page = (before: number, limit: number) => env.decisions.page('all', { spaceId, before, limit });
  for await (const { decisionId } of allBefore(end + 1, page, ({ sequence }) => sequence!)) {
    await assertAdmitted();
    const found = await env.decisions.find(spaceId, decisionId);
    if (found) yield decisionView(found, { state, caller, now }, await env.decisions.texts(spaceId, decisionId));
  }
}
