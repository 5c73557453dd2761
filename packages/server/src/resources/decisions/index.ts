import { decision as rules, type DecisionView } from '@parley/core';
import { serverResource } from '../../engine/resource.ts';
import type { deliveryStore } from '../deliveries/queries.ts';
import { endOfDecision, decisionsFor } from './caught.ts';
import { exportedDecisions } from './export.ts';
import * as operations from './operations.ts';
import { decisionStore } from './queries.ts';
import { writtenQuestions, writtenReasons } from './redacting.ts';
import { searchedDecisions } from './search.ts';
import { decisions as decisionsTable } from './table.ts';
import { decisionTexts } from './texts-table.ts';
import { decisionUpkeep } from './upkeep.ts';

export const decisions = serverResource({
  operations,
  tables: { decisions: decisionsTable, decisionTexts },
  queries: ({ reads, querying, background }) => ({ decisions: decisionStore(reads, querying, background) }),
  texts: {
    decisionId: {
      redactionOf: async (spaceId, id, { decisions }) => (await decisions.find(spaceId, id))?.redacted,
      without: (view: DecisionView, redacted) => ({ ...rules.withoutTexts(view), redacted }),
      written: [writtenQuestions, writtenReasons],
    },
  },
  todo: { decisions: decisionsFor },
  decided: { decision: endOfDecision },
  exports: { decision: { lines: exportedDecisions } },
  searches: { decisions: searchedDecisions },
  pins: ({ decisions }: { decisions: ReturnType<typeof decisionStore> }) => ({
    entity: 'decisions',
    find: decisions.pinned,
  }),
  upkeep: (queries: { decisions: ReturnType<typeof decisionStore>; deliveries: ReturnType<typeof deliveryStore> }, options) =>
    decisionUpkeep(queries, options),
});

declare module '../../engine/environment.ts' {
  interface Environment {
    decisions: ReturnType<typeof decisionStore>;
  }
}
