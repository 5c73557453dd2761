export type { Change, ChangeOptions } from './change.ts';
export type { Edit, EditOptions } from './edit.ts';
export { EditMismatchError, LockedError, LockLostError, NameTakenError, VersionConflictError } from './errors.ts';
export type * from './options.ts';
export * from './proposals/exports.ts';
export type * from './types.ts';
