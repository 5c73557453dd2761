import { columnsOf, type TableColumns } from './columns.ts';
import { columnNames, namesOf, type Columns, type Statement } from './statement.ts';
import type { Saved, Tables } from './tables.ts';

// The rows of a batch beside its events.

/** The part of the statement that has the new heads. */
export type Passed = 'fenced' | 'opened' | 'passed';

/** What one space saves and forgets. */
export interface Stored {
  spaceId: string;
  saved: Saved;
  forgotten: Saved;
  /** By id, for entities with `sequenceIn`: the place of their event among those of the batch, from 1. */
  places: ReadonlyMap<string, number>;
}

const updated = new WeakMap<readonly string[], string>();

/** What becomes of a row that is there already. It is the same for each batch, so it is written once. */
function updating(updates: readonly string[], { key, nameOf }: TableColumns): string {
  let text = updated.get(updates);
  if (text === undefined) {
    const set = updates.map(nameOf).map((column) => `${column} = excluded.${column}`);
    text = set.length ? `on conflict (${key.join(', ')}) do update set ${set.join(', ')}` : '';
    updated.set(updates, text);
  }
  return text;
}

/** Saves all rows of one table, for all spaces. */
export function save(
  statement: Statement,
  { name, table, idOf, toRow, updates, sequenceIn, derived }: Tables['all'][number],
  stored: readonly Stored[],
  { passed, now }: { passed: Passed; now: number },
): void {
  const columns = columnsOf(table);
  const sequenceColumn = sequenceIn && columns.nameOf(sequenceIn);
  const rows: object[] = [];
  for (const { spaceId, saved, places } of stored) {
    for (const each of saved[name] ?? []) {
      const row = columns.named(toRow(each, spaceId, now));
      if (sequenceColumn) row[sequenceColumn] = places.get(idOf(each));
      rows.push(row);
    }
  }
  if (rows.length === 0) return;
  const onConflict = updating(updates, columns);
  const source = statement.records('r', columns.all, rows);
  const values = new Map(
    Object.entries<string>(derived?.values ?? {}).map(([property, value]) => [columns.nameOf(property), value]),
  );
  insert(statement, columns.name, columns.all, {
    source,
    passed,
    onConflict,
    sequenceIn: sequenceColumn,
    join: derived?.join(statement.spaceOf('r')),
    values,
  });
}

export function forget(
  statement: Statement,
  { name, table, toRow, owns, buries }: Tables['all'][number],
  stored: readonly Stored[],
  passed: Passed,
): void {
  const columns = columnsOf(table);
  const rows = stored.flatMap(({ spaceId, forgotten }) =>
    (forgotten[name] ?? []).map((each) => columns.named(toRow(each, spaceId, 0))),
  );
  if (rows.length === 0) return;
  const sameAs = (column: string) => (column === 'space_id' ? statement.spaceOf('g') : `g.${column}`);
  const isSame = columns.key.map((column) => `t.${column} = ${sameAs(column)}`).join(' and ');
  statement.part(
    `gone_${name}`,
    `select g.* from ${statement.records('g', columns.all, rows)} join ${passed} as p on p.space_id = g.space_id`,
  );
  const set = buries?.map(columns.nameOf).map((column) => `${column} = g.${column}`);
  statement.part(
    `forgotten_${name}`,
    set
      ? `update ${columns.name} t set ${set.join(', ')} from gone_${name} g where ${isSame}`
      : `delete from ${columns.name} t using gone_${name} g where ${isSame}`,
  );
  if (!owns) return;
  const owned = columnsOf(owns.table).name;
  const [, id] = columns.key;
  statement.part(
    `forgotten_${owned}`,
    `delete from ${owned} t using gone_${name} g where t.space_id = ${statement.spaceOf('g')} and t.${owns.by} = g.${id}`,
  );
}

interface Insertion {
  source: string;
  passed: Passed;
  onConflict?: string;
  /** This column gets the sequence of the event at the place that the row names. */
  sequenceIn?: string | undefined;
  join?: string | undefined;
  /** The SQL of columns that are not taken from the row. */
  values?: ReadonlyMap<string, string>;
}

/** Stores only rows of spaces that passed the fence. */
export function insert(
  statement: Statement,
  table: string,
  columns: Columns,
  { source, passed, onConflict = '', sequenceIn, join = '', values }: Insertion,
): void {
  // The head of a new space is not visible to its own statement.
  const node = passed === 'opened' ? { join: '', space: 'r.space_id' } : statement.atNodeOf('r');
  const selected: string[] = [];
  for (const name of namesOf(columns)) {
    if (name === 'space_id') selected.push(node.space);
    else selected.push(name === sequenceIn ? `p.sequence - p.events + r.${name}` : (values?.get(name) ?? `r.${name}`));
  }
  statement.part(
    `saved_${table}`,
    `insert into ${table} (${columnNames(columns)})
     select ${selected.join(', ')} from ${source} join ${sequenceIn ? 'fenced' : passed} as p on p.space_id = r.space_id ${node.join} ${join} ${onConflict}`,
  );
}
