import { isSame, partsOf, token, type Statement, type Table } from './toml-tables.ts';

/** A bare or quoted key, or several with dots between them, and what it assigns. */
const assignment = /^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=\s*([^]*)$/;
const piece = new RegExp(`${token.source}|,`, 'g');

/**
 * The same tables, in which the entry of this path has a table of its own, in whichever way it was written: inline, or with dotted keys.
 * So have all entries of an inline table, because nothing can be added to one from outside.
 */
export function asTables(tables: readonly Table[], [parent, child]: readonly [string, string]): Table[] {
  const found: Table[] = [];
  const kept = tables.map((table) => {
    if (table.isList || !isSame(table.path, [parent].slice(0, table.path.length))) return table;
    const statements = table.statements.flatMap((each) => separated(each, table.path, parent, (name) => name === child, found));
    return { ...table, statements };
  });
  return found.reduce(merged, kept);
}

/** What stays of a statement where it was; what it says of entries that `moves` goes to `found`. */
function separated(
  statement: Statement,
  path: readonly string[],
  parent: string,
  moves: (name: string) => boolean,
  found: Table[],
): Statement[] {
  const [, key, value] = assignment.exec(statement.join('\n')) ?? [];
  if (key === undefined || value === undefined) return [statement];
  const [first, name, ...inside] = [...path, ...partsOf(key)];
  if (first !== parent || (name !== undefined && !moves(name))) return [statement];
  const inline = inside.length === 0 ? inlineIn(value) : undefined;
  if (inside.length === 0 && !inline) return [statement];
  if (name === undefined) {
    const { entries, rest } = inline!;
    return [...entries.flatMap((each) => separated(each.split('\n'), [parent], parent, () => true, found)), ...rest];
  }
  const entries = inline?.entries ?? [`${inside.map(quoted).join('.')} = ${value}`];
  const header = [`[${quoted(parent)}.${quoted(name)}]`];
  found.push({ path: [parent, name], isList: false, header, statements: entries.map((each) => each.split('\n')) });
  return inline?.rest ?? [];
}

/** The entries of an inline table, and a comment behind it. */
function inlineIn(value: string): { entries: string[]; rest: Statement[] } | undefined {
  if (!value.startsWith('{')) return undefined;
  const entries: string[] = [];
  let depth = 0;
  let from = 1;
  for (const { 0: found, index } of value.matchAll(piece)) {
    if (found === '[' || found === '{') depth += 1;
    else if (found === ']' || found === '}') depth -= 1;
    if (depth > 1 || (depth === 1 && found !== ',')) continue;
    entries.push(value.slice(from, index).trim());
    from = index + 1;
    if (depth === 0) break;
  }
  const rest = value.slice(from).trim();
  return { entries: entries.filter(Boolean), rest: rest === '' ? [] : [[rest]] };
}

/** The tables with one more, or with what it says in the table of this name. */
function merged(tables: Table[], table: Table): Table[] {
  const same = tables.findIndex(({ path }) => isSame(path, table.path));
  if (same >= 0) return tables.with(same, { ...tables[same]!, statements: [...tables[same]!.statements, ...table.statements] });
  const before = tables.flatMap(({ header = [], statements }) => [...header, ...statements.flat()]);
  if (before.every((line) => line.trim() === '')) return [{ path: [], isList: false, statements: [] }, table];
  return [...tables, before.at(-1)!.trim() === '' ? table : { ...table, header: ['', ...table.header!] }];
}

const quoted = (part: string): string => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part));
