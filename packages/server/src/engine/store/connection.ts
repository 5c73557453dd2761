export type Param = string | number | boolean | null;
export type Cell = string | number | boolean | null;
export type Row = Cell[];

/** What runs statements. */
export type Querying = Pick<Connection, 'query'>;

/**
 * The only access to a database, the same for PostgreSQL and the embedded one.
 * Every statement is prepared once per connection and runs as its own transaction.
 * Arrays are sent as PostgreSQL array literals (text); int8 is returned as a number, json as text.
 */
export interface Connection {
  /** Runs one statement and returns its rows as arrays in column order. */
  query(text: string, params?: readonly Param[]): Promise<Row[]>;
  /** Runs a statement about one space that returns heads, on the node that has the space. Absent where there is only one node. */
  atSpace?(spaceId: string, text: string, params: readonly Param[]): Promise<Row[]>;
  /** Runs several statements as one transaction; only where several processes share the database. */
  transaction?<Result>(work: (connection: Querying) => Promise<Result>): Promise<Result>;
  /** How many statements and transactions run or wait for a connection. */
  readonly running: number;
  /** Resolves if the embedded database fails permanently; a connection to a server reconnects instead. */
  readonly lost?: Promise<Error>;
  close(): Promise<void>;
}
