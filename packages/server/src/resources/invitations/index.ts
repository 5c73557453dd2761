import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { invitations as invitationsTable } from './table.ts';

export const invitations = serverResource({
  operations,
  tables: { invitations: invitationsTable },
});
