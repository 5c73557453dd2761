import { counted } from '@parley/core/words';
import type { Room } from '../../../space/room.ts';
import type { Outcome } from '../../resource.ts';
import { hashOf } from '../address.ts';

/** The artifacts in which proposals wait. */
export const outcomesIn = async ({ artifacts }: Room): Promise<Outcome[]> =>
  artifacts
    .peek()
    .filter(({ openProposals = 0 }) => openProposals > 0)
    .map(({ id: artifactId, name, openProposals = 0 }) => ({
      of: 'open',
      title: name,
      note: counted(openProposals, 'open proposal'),
      hash: hashOf({ view: 'proposals', artifactId }),
    }));
