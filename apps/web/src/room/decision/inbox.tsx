import type { CompactSpace } from '@parley/sdk/compact';
import { useEffect, useMemo } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import type { Seen, Waiting } from '../resource.ts';
import { hashOf } from './address.ts';
import { KnownDecision } from './known-decision.ts';
import { WholeDecision } from './whole.tsx';
import { waitsFor } from './words.ts';

const most = 20;

/** Those that wait although no message does, because it was settled or too many were open. */
export async function waitingIn(space: CompactSpace, _: Seen): Promise<readonly Waiting[]> {
  const { decisions } = await space.call('listDecisions', { mine: true, limit: most }, { maxRetries: 1 });
  return decisions
    .filter((decision) => waitsFor(decision, space.participantId))
    .map(({ decisionId, title }) => ({
      id: decisionId,
      title,
      hash: hashOf({ view: 'decision', decisionId }),
      isAnnouncedBy: (message) => message.decisionId === decisionId,
      show: () => <Unannounced decisionId={decisionId} space={space} />,
    }));
}

function Unannounced({ decisionId, space }: { decisionId: string; space: CompactSpace }) {
  const known = useMemo(() => new KnownDecision(space, decisionId), [decisionId]);
  useEffect(() => known.follow(undefined), [known]);
  return (
    <>
      <WholeDecision known={known} />
      <Refusal text={known.refusal.value} />
    </>
  );
}
