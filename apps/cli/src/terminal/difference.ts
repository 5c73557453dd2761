import type { ArtifactDiff } from '@parley/sdk';
import type { StructuredPatch } from 'diff';
import { harmless } from '../watch/harmless.ts';
import { colours } from './colours.ts';
import { harmlessText } from './harmless.ts';
import { output, type TerminalScreen } from './streams.ts';

interface NamedVersion {
  name: string;
  text: string;
}

/** Comparing takes time in proportion to their square. */
const mostEdits = 4_000;

/** A unified diff of two texts; empty if they are equal. Texts that have too little in common are replaced as a whole. */
export async function difference(before: NamedVersion, after: NamedVersion): Promise<{ plain: string; painted: string }> {
  if (before.text === after.text) return { plain: '', painted: '' };
  const { createTwoFilesPatch, formatPatch } = await import('diff');
  const found = createTwoFilesPatch(before.name, after.name, before.text, after.text, undefined, undefined, {
    maxEditLength: mostEdits,
  });
  const patch = found ?? formatPatch(replaced(before, after));
  // The first line is only a separator.
  const plain = patch.replace(/^=+\n/, '');
  return { plain, painted: painted(harmlessText(plain).split('\n'), output) };
}

function replaced(before: NamedVersion, after: NamedVersion): StructuredPatch {
  const marked = (mark: string, { text }: NamedVersion): string[] => {
    const lines = text.split('\n').map((line) => `${mark}${line}`);
    if (text.endsWith('\n') || text === '') lines.pop();
    else lines.push('\\ No newline at end of file');
    return lines;
  };
  const count = (lines: readonly string[]): number => lines.filter((line) => !line.startsWith('\\')).length;
  const [old, now] = [marked('-', before), marked('+', after)];
  const hunk = { oldStart: 1, oldLines: count(old), newStart: 1, newLines: count(now), lines: [...old, ...now] };
  return { oldFileName: before.name, newFileName: after.name, oldHeader: undefined, newHeader: undefined, hunks: [hunk] };
}

/** What a diff of the service says, as harmless unified text without a line end; empty if nothing differs. */
export function unified(
  { hunks }: Pick<ArtifactDiff, 'hunks'>,
  before: string,
  after: string,
  stream: TerminalScreen = output,
): string {
  const blocks = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines.map((line) => line.replace(/\r$/, '␍')),
  ]);
  const lines = blocks.length === 0 ? [] : [`--- ${before}`, `+++ ${after}`, ...blocks];
  return painted(lines.map(harmless), stream);
}

function painted(lines: readonly string[], stream: TerminalScreen): string {
  const { red, green, cyan } = colours(stream);
  const painters: Readonly<Record<string, (line: string) => string>> = { '-': red, '+': green, '@': cyan };
  return lines.map((line) => painters[line[0] ?? '']?.(line) ?? line).join('\n');
}
