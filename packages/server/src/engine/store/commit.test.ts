import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tables } from '../../resources/index.ts';
import { commit, statementFor, type SpaceCommit } from './commit.ts';
import type { Param } from './connection.ts';
import { noUse } from './quotas.ts';
import { nothing } from './tables.ts';

const spaceId = '00000000-0000-4000-8000-000000000001';

it('a batch that only logs events is stored by the same statement as if it did more', async () => {
  const event = fc.record({ event: fc.constantFrom('message' as const, 'delivery' as const), body: fc.json() });
  const room = fc.record({ bytes: fc.nat(), least: fc.nat(), most: fc.maxSafeNat() });
  const logging = fc.record({ rev: fc.nat(), past: fc.boolean(), room, events: fc.array(event, { minLength: 1, maxLength: 5 }) });
  await fc.assert(
    fc.asyncProperty(logging, fc.nat(), async (made, now) => {
      const only: SpaceCommit = {
        ...{
          spaceId,
          bumps: false,
          saved: nothing,
          forgotten: nothing,
          places: new Map(),
          erasures: [],
          records: [],
          quotas: noUse,
        },
        ...made,
      };
      const batch = { now, creations: [], commits: [only] };
      const sent: [text: string, params: readonly Param[] | undefined][] = [];
      const query = async (text: string, params?: readonly Param[]) => (sent.push([text, params]), []);
      await commit({ query }, tables, batch);
      expect(sent).toEqual([statementFor(tables, batch, spaceId)]);
    }),
  );
});
