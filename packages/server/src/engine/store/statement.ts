import type { Param } from './connection.ts';
import { arrayLiteral } from './literal.ts';

/** Names and types of columns, such as `a uuid, b text`. */
export type Columns = string;

interface KnownColumns {
  names: readonly string[];
  types: readonly string[];
  list: string;
}

/** There are few, and every statement needs some. */
const known = new Map<Columns, KnownColumns>();

function partsOf(columns: Columns): KnownColumns {
  let parts = known.get(columns);
  if (!parts) {
    const pairs = columns.split(', ').map((column) => column.split(' ') as [string, string]);
    const names = pairs.map(([name]) => name);
    known.set(columns, (parts = { names, types: pairs.map(([, type]) => type), list: names.join(', ') }));
  }
  return parts;
}

export const namesOf = (columns: Columns): readonly string[] => partsOf(columns).names;
export const columnNames = (columns: Columns): string => partsOf(columns).list;

/**
 * Builds a `with … select`: its parts in order, and their parameters. A statement for one space names it in every part, because a
 * database with several nodes sends only what names the space to the one node that has it.
 */
export class Statement {
  readonly params: Param[] = [];
  readonly #parts: string[] = [];
  readonly #spaceId: string | undefined;
  #space: string | undefined;

  constructor(spaceId?: string) {
    this.#spaceId = spaceId;
  }

  /** The space of the rows `alias`, to compare with. */
  spaceOf(alias: string): string {
    if (this.#spaceId === undefined) return `${alias}.space_id`;
    return (this.#space ??= `${this.bind(this.#spaceId)}::uuid`);
  }

  /**
   * A join with a stored row of the space, and the space as that has it. Citus inserts what is selected with such a row on the node of the
   * space; anything else it would send to every node.
   */
  atNodeOf(alias: string): { join: string; space: string } {
    if (this.#spaceId === undefined) return { join: '', space: `${alias}.space_id` };
    return { join: `join space_heads n on n.space_id = ${this.spaceOf(alias)}`, space: 'n.space_id' };
  }

  bind(value: Param): string {
    return `$${this.params.push(value)}`;
  }

  /** `runsOnce`: it is finished before the part that uses it, and not repeated when that waits for a lock. */
  part(name: string, sql: string, { runsOnce = false } = {}): void {
    this.#parts.push(`${name} as ${runsOnce ? 'materialized ' : ''}(${sql})`);
  }

  /**
   * Sends rows as one array per column: fast, for the parts of every write. A single row is sent as scalars, which take the database half
   * the time.
   */
  rows(alias: string, columns: Columns, rows: readonly (readonly (string | number | boolean)[])[]): string {
    const { names, types, list } = partsOf(columns);
    const [row, ...more] = rows;
    if (row && more.length === 0) {
      const first = this.params.length + 1;
      this.params.push(...row);
      let values = '';
      for (const [i, type] of types.entries()) values += `${i > 0 ? ', ' : ''}$${first + i}::${type} as ${names[i]}`;
      return `(select ${values}) as ${alias}`;
    }
    const arrays = types.map((type, i) => `${this.bind(arrayLiteral(rows.map((each) => each[i]!)))}::${type}[]`);
    return `unnest(${arrays.join(', ')}) as ${alias}(${list})`;
  }

  /** Sends texts without line breaks as one array, which needs no escaping. */
  lines(values: readonly string[]): string {
    return `string_to_array(${this.bind(values.join('\n'))}, e'\\n')`;
  }

  /** Sends rows as one JSON document: simple, for rare writes and rows with nulls. */
  records(alias: string, columns: Columns, rows: readonly object[]): string {
    return `json_to_recordset(${this.bind(JSON.stringify(rows))}::json) as ${alias}(${columns})`;
  }

  text(result: string): string {
    return `with ${this.#parts.join(', ')} ${result}`;
  }
}
