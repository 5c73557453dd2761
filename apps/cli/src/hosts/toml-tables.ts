import { CannotEdit } from './cannot-edit.ts';

/** A statement, an empty line or a comment, with all lines of its texts and arrays. */
export type Statement = string[];

/** Whatever can contain a bracket or the end of a line, and brackets. A quote alone has no end. */
export const token = /"""(?:[^\\]|\\[^])*?"{3,5}|'''[^]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}\n"']/g;

export function statementsOf(lines: readonly string[]): Statement[] {
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

export interface Table {
  /** The parts of its name; none for what precedes the first header. */
  path: string[];
  isList: boolean;
  header?: Statement;
  statements: Statement[];
}

export function tablesOf(statements: readonly Statement[]): Table[] {
  const tables: Table[] = [{ path: [], isList: false, statements: [] }];
  for (const statement of statements) {
    const [, list, name] = /^\s*\[(\[?)(.*?)\]\]?\s*(?:#.*)?$/.exec(statement[0]!) ?? [];
    if (name === undefined) tables.at(-1)!.statements.push(statement);
    else tables.push({ path: partsOf(name), isList: list !== '', header: statement, statements: [] });
  }
  return tables;
}

export const partsOf = (name: string): string[] =>
  [...name.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(([, ...forms]) => forms.find((form) => form !== undefined)!);

export const isSame = (path: readonly string[], other: readonly string[]): boolean =>
  path.length === other.length && path.every((part, i) => part === other[i]);

/** The first part of the key that a line assigns. */
export const keyOf = (line: string): string => /^\s*["']?([\w-]+)["']?\s*[.=]/.exec(line)?.[1] ?? '';
