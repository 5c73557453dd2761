import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { spaces as spacesTable } from '../../engine/store/spaces-table.ts';
import { spending } from './spending-table.ts';
import { views } from './present.ts';

export const spaces = serverResource({
  operations,
  tables: { spaces: spacesTable, spending },
  views,
});
