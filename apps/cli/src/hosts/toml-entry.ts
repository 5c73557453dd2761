import type { Launch } from './hosts.ts';
import { CannotEdit } from './cannot-edit.ts';

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
 * @throws {CannotEdit} when the servers are written in another way than as tables, or the text is not TOML.
 */
export function withTomlTable(before: string, path: readonly [string, string], lines: readonly string[]): string {
  const newline = before.includes('\r\n') ? '\r\n' : '\n';
  const statements = statementsOf(before.split(/\r?\n/));
  const tables = tablesOf(statements);
  tables[0]!.statements = tables[0]!.statements.filter((each) => !isEmptyTable(each, path[0]));
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
 * @throws {CannotEdit} when the servers are written in another way than as tables, or the text is not TOML.
 */
export function withoutTomlTable(before: string, path: readonly [string, string]): string {
  const newline = before.includes('\r\n') ? '\r\n' : '\n';
  const tables = tablesOf(statementsOf(before.split(/\r?\n/)));
  assertTables(tables, path, []);
  const isOurs = (table: Table) => isSame(table.path.slice(0, path.length), path);
  if (!tables.some(isOurs)) return before;
  const kept = tables.flatMap((each) => (isOurs(each) ? ofOthers(each) : [...(each.header ?? []), ...each.statements.flat()]));
  return kept.join(newline).replace(/\s*$/, kept.length > 0 ? newline : '');
}

/** The lines of this table, without empty ones. */
export const tomlTable = (text: string, path: readonly [string, string]): string[] => {
  const tables = tablesOf(statementsOf(text.split(/\r?\n/)));
  const own = tables.filter((each) => isSame(each.path.slice(0, path.length), path));
  return own
    .flatMap(({ header = [], statements }, i) => [...(i === 0 ? [] : header), ...statements.flat()])
    .filter((line) => line.trim() !== '');
};

/** The words that start the server of this table; none if there are no such. */
export function tomlWords(text: string, path: readonly [string, string]): string[] {
  const table = tablesOf(statementsOf(text.split(/\r?\n/))).find((each) => isSame(each.path, path));
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

/** A statement, an empty line or a comment, with all lines of its texts and arrays. */
type Statement = string[];

/** Whatever can contain a bracket or the end of a line, and brackets. A quote alone has no end. */
const token = /"""(?:[^\\]|\\[^])*?"{3,5}|'''[^]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}\n"']/g;

function statementsOf(lines: readonly string[]): Statement[] {
  const statements: Statement[] = [];
  let depth = 0;
  let from = 0;
  let line = 0;
  for (const [found] of [...lines, ''].join('\n').matchAll(token)) {
    if (found === '[' || found === '{') depth += 1;
    else if (found === ']' || found === '}') depth -= 1;
    else if (found === '"' || found === "'") throw new CannotEdit('it is not valid TOML');
    else line += found.split('\n').length - 1;
    if (found !== '\n' || depth > 0) continue;
    statements.push(lines.slice(from, line));
    from = line;
  }
  if (depth !== 0) throw new CannotEdit('it is not valid TOML');
  return statements;
}

interface Table {
  /** The parts of its name; none for what precedes the first header. */
  path: string[];
  isList: boolean;
  header?: Statement;
  statements: Statement[];
}

function tablesOf(statements: readonly Statement[]): Table[] {
  const tables: Table[] = [{ path: [], isList: false, statements: [] }];
  for (const statement of statements) {
    const [, list, name] = /^\s*\[(\[?)(.*?)\]\]?\s*(?:#.*)?$/.exec(statement[0]!) ?? [];
    if (name === undefined) tables.at(-1)!.statements.push(statement);
    else tables.push({ path: partsOf(name), isList: list !== '', header: statement, statements: [] });
  }
  return tables;
}

const partsOf = (name: string): string[] =>
  [...name.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(([, ...forms]) => forms.find((form) => form !== undefined)!);

const isSame = (path: readonly string[], other: readonly string[]): boolean =>
  path.length === other.length && path.every((part, i) => part === other[i]);

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

/** Whether it says that a table has nothing in it: then the table can be written in another way. */
const isEmptyTable = (statement: Statement, key: string): boolean =>
  keyOf(statement[0]!) === key && /^[^=.]*=\s*\{\s*\}\s*(?:#.*)?$/.test(statement.join(' '));

/** The first part of the key that a line assigns. */
const keyOf = (line: string): string => /^\s*["']?([\w-]+)["']?\s*[.=]/.exec(line)?.[1] ?? '';
