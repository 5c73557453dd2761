/** The row of a message, in a copy of Parley's table; `pgbench` and its replacement insert into it. */
const table = 'bench_row';

export const createTable = `create table if not exists ${table} (like events including all)`;

export const manySpaces = 1_000;

/** The space id of a row, from a number between 1 and `manySpaces`. */
export const insertText = (space: string, sequence: string, body: string): string =>
  `insert into ${table} (space_id, sequence, at_ms, event, body)
   values (('00000000-0000-4000-8000-' || lpad(${space}::text, 12, '0'))::uuid, ${sequence}, ${sequence}, 'message', ${body})`;
