import type { ArtifactDiff } from '@parley/sdk';
import { harmless } from '../watch/harmless.ts';
import { colours } from './colours.ts';
import { harmlessText } from './harmless.ts';
import { output, type Screen } from './streams.ts';

interface Named {
  name: string;
  text: string;
}

/** A unified diff of two texts; empty if they are equal. */
export async function difference(before: Named, after: Named): Promise<{ plain: string; painted: string }> {
  if (before.text === after.text) return { plain: '', painted: '' };
  const { createTwoFilesPatch } = await import('diff');
  const patch = createTwoFilesPatch(before.name, after.name, before.text, after.text);
  // The first line is only a separator.
  const plain = patch.replace(/^=+\n/, '');
  return { plain, painted: painted(harmlessText(plain).split('\n'), output) };
}

/** What a diff of the service says, as harmless unified text without a line end; empty if nothing differs. */
export function unified({ hunks }: Pick<ArtifactDiff, 'hunks'>, before: string, after: string, stream: Screen = output): string {
  const blocks = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines.map((line) => line.replace(/\r$/, '␍')),
  ]);
  const lines = blocks.length === 0 ? [] : [`--- ${before}`, `+++ ${after}`, ...blocks];
  return painted(lines.map(harmless), stream);
}

function painted(lines: readonly string[], stream: Screen): string {
  const { red, green, cyan } = colours(stream);
  const painters: Readonly<Record<string, (line: string) => string>> = { '-': red, '+': green, '@': cyan };
  return lines.map((line) => painters[line[0] ?? '']?.(line) ?? line).join('\n');
}
