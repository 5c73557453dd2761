export type Param = string | number | boolean | null;
export type Cell = string | number | boolean | null;
export type Row = Cell[];

/**
 * The one door to a database, the same for PostgreSQL and the embedded one.
 * Every statement is prepared once per connection and runs as its own transaction.
 * Arrays travel as PostgreSQL array literals (text), int8 comes back as a number, json as its text.
 */
export interface Connection {
  /** Runs one statement and answers its rows as arrays in column order. */
  query(text: string, params?: readonly Param[]): Promise<Row[]>;
  /** Resolves if the database ends by itself and will not come back; one that is a server reconnects instead. */
  readonly lost?: Promise<Error>;
  close(): Promise<void>;
}
