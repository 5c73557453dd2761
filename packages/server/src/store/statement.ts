import type { Param } from './connection.ts';
import { arrayLiteral } from './literal.ts';

/** Names and types of columns, as in `a uuid, b text`. */
export type Columns = string;

const namesOf = (columns: Columns): string[] => columns.split(', ').map((column) => column.split(' ')[0]!);
const typesOf = (columns: Columns): string[] => columns.split(', ').map((column) => column.split(' ')[1]!);
export const columnNames = (columns: Columns): string => namesOf(columns).join(', ');

/** A `with … select` under construction: its parts in order, and the parameters they are bound to. */
export class Statement {
  readonly params: Param[] = [];
  readonly #parts: string[] = [];

  bind(value: Param): string {
    return `$${this.params.push(value)}`;
  }

  part(name: string, sql: string): void {
    this.#parts.push(`${name} as (${sql})`);
  }

  /** Rows as one array per column: the fast way in, for what every write carries. */
  unnest(alias: string, columns: Columns, rows: readonly (readonly (string | number | boolean)[])[]): string {
    const arrays = typesOf(columns).map((type, i) => `${this.bind(arrayLiteral(rows.map((row) => row[i]!)))}::${type}[]`);
    return `unnest(${arrays.join(', ')}) as ${alias}(${columnNames(columns)})`;
  }

  /** Texts that hold no line break, as one array: nothing in them has to be escaped. */
  lines(values: readonly string[]): string {
    return `(select string_to_array(${this.bind(values.join('\n'))}, e'\\n'))`;
  }

  /** Rows as one JSON document: the short way in, for what is written seldom and may hold nulls. */
  records(alias: string, columns: Columns, rows: readonly object[]): string {
    return `json_to_recordset(${this.bind(JSON.stringify(rows))}::json) as ${alias}(${columns})`;
  }

  text(result: string): string {
    return `with ${this.#parts.join(', ')} ${result}`;
  }
}
