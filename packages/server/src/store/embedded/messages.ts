import type { Param, Row } from '../connection.ts';

/** What passes between the server's thread and the database's. */
export type ToWorker = Request[] | 'close';
export type FromWorker = Reply[] | { stopped: string };

export interface Settings {
  dataDir: string | null;
  migrationsFolder: string;
}

export type Request = readonly [id: number, text: string, params: readonly Param[]];
export type Reply = readonly [id: number, rows: Row[], refusal?: undefined] | readonly [id: number, rows: null, refusal: Refusal];

/** A refusal by PostgreSQL, with the property names of postgres.js. */
export interface Refusal {
  message: string;
  code: string | undefined;
  detail: string | undefined;
  constraint_name: string | undefined;
}

/** The request that nobody sends: the worker answers it once the database is open. */
export const OPENING = 0;
