import type { Param, Row } from '../connection.ts';

/** Messages between the thread of the server and that of the database. */
export type ToWorker = WorkerRequest[] | Copying | 'close';
export type FromWorker = Reply[] | { stopped: string };

export interface EmbeddedSettings {
  dataDir: string | null;
  /** The migrations to apply; without it, the database must exist and stays as it is. */
  migrationsFolder?: string;
}

export type WorkerRequest = readonly [id: number, text: string, params: readonly Param[]];
/** Asks for a copy of the database files; answered without rows. */
export interface Copying {
  id: number;
  /** A folder that does not exist yet. */
  copyTo: string;
}

export type Reply =
  | readonly [id: number, rows: Row[], refusal?: undefined]
  | readonly [id: number, rows: null, refusal: WorkerRefusal];

/** An error of PostgreSQL, with the property names of postgres.js. */
export interface WorkerRefusal {
  message: string;
  code: string | undefined;
  detail: string | undefined;
  constraint_name: string | undefined;
}

/** The id of a request that is never sent: the worker answers it once the database is open. */
export const OPENING = 0;
