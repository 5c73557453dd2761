export { TaskClaimedError } from './errors.ts';
export type { ClaimOptions } from './task.ts';
export type { NewTask, TasksOptions } from './tasks.ts';
export type * from './types.ts';
