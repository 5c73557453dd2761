import type { Command } from 'commander';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { optionsOf } from './completion/line.ts';
import { buildProgram } from './program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folders = [
  'docs',
  ...['apps', 'packages'].flatMap((folder) => readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}/src`)),
];
const files = [
  'README.md',
  ...folders
    .filter((folder) => existsSync(`${root}${folder}`))
    .flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    ),
].filter((file) => /\.(?:md|tsx?)$/.test(file) && !/\.test\.|generated/.test(file));

/** What readers are told to run: between backquotes, and lines of code. */
function linesIn(file: string): string[] {
  const text = readFileSync(`${root}${file}`, 'utf8');
  const linesOf = (pattern: RegExp, from = text) => [...from.matchAll(pattern)].map(([, line]) => line!);
  const quoted = /`parley ([^`]+)`/g;
  if (file.endsWith('.md')) return [...linesOf(quoted), ...linesOf(/^(?:.*\| |\$ )?parley ([^\n#|]+)/gm)];
  const inStrings = linesOf(/('[^'\n]*')/g).flatMap((string) => linesOf(quoted, string));
  return [...inStrings, ...linesOf(/\\`parley ([^`]+)\\`/g), ...linesOf(/<code>parley ([^<]+)<\/code>/g)];
}

const program = buildProgram('');

/** Why nobody can run a line; undefined if it can be. */
function wrongIn(line: string): string | undefined {
  const words = line
    .replaceAll(/\$\{[^}]*\}/g, 'X')
    .replaceAll(/"[^"]*"|'[^']*'|“[^”]*”/g, 'X')
    .split(/\s+/)
    .filter(Boolean);
  let command: Command = program;
  for (let i = 0; i < words.length && words[i] !== '--'; i += 1) {
    const word = words[i]!;
    if (/^--?[a-z]/.test(word)) {
      const [flag, value] = word.split('=');
      const option = optionsOf(command).find(({ short, long, hidden }) => !hidden && (flag === short || flag === long));
      if (!option && !['--help', '-h'].includes(flag!)) return `${command.name()} has no ${flag}`;
      if (option?.required && value === undefined) i += 1;
    } else if (command.commands.length > 0) {
      const verb = command.commands.find((each) => each.name() === word);
      if (verb) command = verb;
      else if (/^[a-z]/.test(word)) return `${command.name()} has no ${word}`;
      else return undefined;
    } else if (command.registeredArguments.length === 0) return `${command.name()} takes no ${word}`;
  }
  return undefined;
}

test('every hint and page names commands and options that exist', () => {
  const lines = files.flatMap((file) => linesIn(file).map((line) => ({ file, line })));
  expect(lines.length).toBeGreaterThan(300);
  expect(
    lines.flatMap(({ file, line }) => {
      const wrong = wrongIn(line);
      return wrong ? [`${file}: parley ${line}: ${wrong}`] : [];
    }),
  ).toEqual([]);
});

test.each([['mcp instal claude'], ['send --form x'], ['nope'], ['artifact lok Plan']])('%j would be noticed', (line) => {
  expect(wrongIn(line)).toBeDefined();
});
