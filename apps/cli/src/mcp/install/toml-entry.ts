import type { Launch } from './hosts.ts';
import { CannotEdit } from './json-entry.ts';

const text = (value: string): string => JSON.stringify(value).replaceAll('\u007f', '\\u007f');

/** The lines that start a server, as Codex reads them. */
export function tomlLines({ command, args, env }: Launch): string[] {
  const variables = Object.entries(env).map(([name, value]) => `${name} = ${text(value)}`);
  return [
    `command = ${text(command)}`,
    `args = [${args.map(text).join(', ')}]`,
    ...(variables.length > 0 ? [`env = { ${variables.join(', ')} }`] : []),
  ];
}

/**
 * The text of a TOML file with this table. Everything else stays, also other keys of an earlier table.
 * @throws {CannotEdit} when the servers are written in another way than as tables.
 */
export function withTomlTable(before: string, path: readonly [string, string], lines: readonly string[]): string {
  const newline = before.includes('\r\n') ? '\r\n' : '\n';
  const all = before.split(/\r?\n/);
  const tables = tablesOf(all);
  const name = path.join('.');
  assertTables(all, tables, path, lines);
  const table = tables.find((each) => each.name === name);
  if (!table) {
    const kept = before.trimEnd();
    return [...(kept === '' ? [] : [kept, '']), `[${name}]`, ...lines, ''].join(newline);
  }
  const replaced = new Set([...lines.map(keyOf), 'url', 'http_headers']);
  const others = withoutKeys(all.slice(table.from + 1, table.to), replaced);
  return [...all.slice(0, table.from + 1), ...lines, ...others, ...all.slice(table.to)].join(newline);
}

interface Table {
  name: string;
  /** The line of the header, and the line after the last one. */
  from: number;
  to: number;
}

/** The tables, and the lines before the first header as one without a name. */
function tablesOf(lines: readonly string[]): Table[] {
  const tables: Table[] = [{ name: '', from: -1, to: lines.length }];
  // A text of several lines can contain what looks like a header.
  let quote: string | undefined;
  for (const [i, line] of lines.entries()) {
    if (quote !== undefined) {
      if (line.includes(quote)) quote = undefined;
      continue;
    }
    const header = /^\s*\[\[?([^\]]+)\]\]?\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) {
      tables.at(-1)!.to = i;
      tables.push({ name: header.replace(/[\s"']/g, ''), from: i, to: lines.length });
    } else quote = ['"""', "'''"].find((each) => line.split(each).length % 2 === 0);
  }
  return tables;
}

function assertTables(
  lines: readonly string[],
  tables: Table[],
  [parent, child]: readonly [string, string],
  own: readonly string[],
) {
  const isIn = (name: string, key: string) => {
    const table = tables.find((each) => each.name === name);
    return table !== undefined && lines.slice(table.from + 1, table.to).some((line) => keyOf(line) === key);
  };
  if (isIn('', parent) || isIn(parent, child)) throw new CannotEdit(`${parent} is not written as tables`);
  const hasOwn = (key: string) => own.some((line) => keyOf(line) === key);
  const doubled = tables.find(({ name }) => name.startsWith(`${parent}.${child}.`) && hasOwn(name.split('.')[2]!));
  if (doubled) throw new CannotEdit(`it has the table ${doubled.name}`);
}

/** The first part of the key that a line assigns. */
const keyOf = (line: string): string => /^\s*["']?([\w-]+)["']?\s*[.=]/.exec(line)?.[1] ?? '';

function withoutKeys(lines: readonly string[], keys: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  let depth = 0;
  for (const line of lines) {
    const isContinued = depth > 0;
    if (!isContinued && !keys.has(keyOf(line))) {
      kept.push(line);
      continue;
    }
    const bare = line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|#.*/g, '');
    depth += bare.split(/[[{]/).length - bare.split(/[\]}]/).length;
  }
  return kept;
}
