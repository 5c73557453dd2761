/** What the service calls an edit; here an `Edit` is a function. */
export type { Edit as TextEdit } from '../../generated/types.ts';
