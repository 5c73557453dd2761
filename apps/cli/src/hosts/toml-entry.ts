import type { Launch } from './hosts.ts';
import { CannotEdit } from './cannot-edit.ts';
import { asTables } from './toml-inline.ts';
import { isSame, keyOf, partsOf, statementsOf, tablesOf, type Statement, type Table } from './toml-tables.ts';

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

/** What Codex refuses beside a command. */
const ofOtherTransport = ['url', 'http_headers', 'env_http_headers', 'bearer_token', 'bearer_token_env_var', 'oauth_resource'];

/**
 * The text of a TOML file with this table. Everything else stays, also other keys of an earlier table.
 * @throws {CannotEdit} when the servers are no table, or a list of tables, or the text is not TOML.
 */
export function withTomlTable(before: string, path: readonly [string, string], lines: readonly string[]): string {
  const newline = before.includes('\r\n') ? '\r\n' : '\n';
  const tables = tablesIn(before, path);
  assertTables(tables, path, lines);
  const table = tables.find((each) => isSame(each.path, path));
  if (!table) {
    const kept = textOf(tables, newline).trimEnd();
    return [...(kept === '' ? [] : [kept, '']), `[${path.join('.')}]`, ...lines, ''].join(newline);
  }
  const replaced = new Set([...lines.map(keyOf), ...ofOtherTransport]);
  const others = table.statements.filter((each) => !replaced.has(keyOf(each[0]!)));
  const changed = tables.flatMap((each) => {
    const header = each.header ?? [];
    if (each === table) return [...header, ...lines, ...others.flat()];
    const isReplaced = isSame(each.path.slice(0, path.length), path) && ofOtherTransport.includes(each.path[path.length] ?? '');
    return isReplaced ? ofOthers(each) : [...header, ...each.statements.flat()];
  });
  // The last table can be one that is gone.
  return changed.join(newline) + (before.endsWith('\n') && changed.at(-1) !== '' ? newline : '');
}

/**
 * The text of a TOML file without this table and the tables in it.
 * @throws {CannotEdit} when the servers are no table, or a list of tables, or the text is not TOML.
 */
export function withoutTomlTable(before: string, path: readonly [string, string]): string {
  const newline = before.includes('\r\n') ? '\r\n' : '\n';
  const tables = tablesIn(before, path);
  assertTables(tables, path, []);
  const isOurs = (table: Table) => isSame(table.path.slice(0, path.length), path);
  if (!tables.some(isOurs)) return before;
  const kept = tables.flatMap((each) => (isOurs(each) ? ofOthers(each) : [...(each.header ?? []), ...each.statements.flat()]));
  return kept.join(newline).replace(/\s*$/, kept.length > 0 ? newline : '');
}

/** The lines of this table, without empty ones. */
export const tomlTable = (text: string, path: readonly [string, string]): string[] => {
  const own = tablesIn(text, path).filter((each) => isSame(each.path.slice(0, path.length), path));
  return own
    .flatMap(({ header = [], statements }, i) => [...(i === 0 ? [] : header), ...statements.flat()])
    .filter((line) => line.trim() !== '');
};

/** The words that start the server of this table; none if there are no such. */
export function tomlWords(text: string, path: readonly [string, string]): string[] {
  const table = tablesIn(text, path).find((each) => isSame(each.path, path));
  const valueOf = (key: string) => table?.statements.find(([first]) => keyOf(first!) === key)?.join('\n') ?? '';
  return ['command', 'args'].flatMap((key) => {
    const [, value = ''] = /=([^]*)/.exec(valueOf(key)) ?? [];
    return [...value.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/g)].map(([, plain, literal]) => plain ?? literal!);
  });
}

/** Comments behind the last value of a table: they are about what follows it. */
function ofOthers({ statements }: Table): string[] {
  const isComment = ([first]: Statement) => /^\s*#/.test(first!);
  const last = statements.findLastIndex((each) => keyOf(each[0]!) !== '');
  const comment = statements.findIndex((each, i) => i > last && isComment(each));
  return comment < 0 ? [] : statements.slice(comment).flat();
}

/** The tables of a text, in which each server has its own. */
const tablesIn = (text: string, path: readonly [string, string]): Table[] =>
  asTables(tablesOf(statementsOf(text.split(/\r?\n/))), path);

function assertTables(tables: readonly Table[], path: readonly [string, string], own: readonly string[]): void {
  const [parent, child] = path;
  const isIn = (table: readonly string[], key: string) =>
    tables.some(
      (each) => isSame(each.path, table) && each.statements.some(([first]) => keyOf(first!) === key && !isOther(first!)),
    );
  /** A dotted key of another server. */
  const isOther = (line: string) => {
    const [first, second] = partsOf(/^[^=]*/.exec(line)![0]);
    return first === parent && second !== undefined && second !== child;
  };
  const isList = tables.some((each) => each.isList && isSame(each.path, path.slice(0, each.path.length)));
  if (isIn([], parent) || isIn([parent], child) || isList) throw new CannotEdit(`${parent} is not written as tables`);
  const ownKeys = new Set(own.map(keyOf));
  const doubled = tables.find((each) => isSame(each.path.slice(0, 2), path) && ownKeys.has(each.path[2] ?? ''));
  if (doubled) throw new CannotEdit(`it has the table ${doubled.path.join('.')}`);
}

const textOf = (tables: readonly Table[], newline: string): string =>
  tables.flatMap(({ header = [], statements }) => [...header, ...statements.flat()]).join(newline);
