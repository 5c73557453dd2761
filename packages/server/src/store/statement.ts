import type { Param } from './connection.ts';
import { arrayLiteral } from './literal.ts';

/** Names and types of columns, such as `a uuid, b text`. */
export type Columns = string;

export const namesOf = (columns: Columns): string[] => columns.split(', ').map((column) => column.split(' ')[0]!);
const typesOf = (columns: Columns): string[] => columns.split(', ').map((column) => column.split(' ')[1]!);
export const columnNames = (columns: Columns): string => namesOf(columns).join(', ');

/** Builds a `with … select`: its parts in order, and their parameters. */
export class Statement {
  readonly params: Param[] = [];
  readonly #parts: string[] = [];

  bind(value: Param): string {
    return `$${this.params.push(value)}`;
  }

  /** `runsOnce`: it is finished before the part that uses it, and not repeated when that waits for a lock. */
  part(name: string, sql: string, { runsOnce = false } = {}): void {
    this.#parts.push(`${name} as ${runsOnce ? 'materialized ' : ''}(${sql})`);
  }

  /** Sends rows as one array per column: fast, for the parts of every write. */
  unnest(alias: string, columns: Columns, rows: readonly (readonly (string | number | boolean)[])[]): string {
    const arrays = typesOf(columns).map((type, i) => `${this.bind(arrayLiteral(rows.map((row) => row[i]!)))}::${type}[]`);
    return `unnest(${arrays.join(', ')}) as ${alias}(${columnNames(columns)})`;
  }

  /** Sends texts without line breaks as one array, which needs no escaping. */
  lines(values: readonly string[]): string {
    return `(select string_to_array(${this.bind(values.join('\n'))}, e'\\n'))`;
  }

  /** Sends rows as one JSON document: simple, for rare writes and rows with nulls. */
  records(alias: string, columns: Columns, rows: readonly object[]): string {
    return `json_to_recordset(${this.bind(JSON.stringify(rows))}::json) as ${alias}(${columns})`;
  }

  text(result: string): string {
    return `with ${this.#parts.join(', ')} ${result}`;
  }
}
