import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { participants as participantsTable } from '../../engine/store/participants-table.ts';
import { presence } from './presence-table.ts';
import { presenceStore } from './presence-queries.ts';
import { views } from './present.ts';

export const participants = serverResource({
  operations,
  tables: { participants: participantsTable, presence },
  queries: ({ reads, background }) => ({ presence: presenceStore(reads, background) }),
  views,
});
