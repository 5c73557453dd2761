import type { PgTable } from 'drizzle-orm/pg-core';
import type { Upkeep, UpkeepOptions } from './schedule/upkeep.ts';
import type { Database } from './store/database.ts';
import type { TableMapping } from './store/mapping.ts';

/** All that the engine and the surfaces read about a resource in this package; core declares the rest. */
export interface ServerDeclaration {
  /** What happens, by the name of the operation in the contract. */
  readonly operations: object;
  /** How its entities are stored. */
  readonly tables?: Readonly<Record<string, Pick<TableMapping<PgTable, never>, 'idOf'>>>;
  /** What its operations read outside of the state, by the name in the environment. */
  readonly queries?: (database: Database) => Readonly<Record<string, object>>;
  /** Views of its events whose fields differ from those of their facts. */
  readonly views?: object;
  /** What it needs done without a caller. */
  readonly upkeep?: (queries: never, options: UpkeepOptions) => Upkeep;
}

/** Declares the server's part of a resource: `resources/index.ts` lists all. */
export const serverResource = <const Declared extends ServerDeclaration>(declared: Declared): Declared => declared;
