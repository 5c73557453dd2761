import { colours } from './colours.ts';
import { harmlessText } from './harmless.ts';
import { output } from './streams.ts';

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
  const { red, green, cyan } = colours(output);
  const painters: Readonly<Record<string, (line: string) => string>> = { '-': red, '+': green, '@': cyan };
  const painted = harmlessText(plain)
    .split('\n')
    .map((line) => painters[line[0] ?? '']?.(line) ?? line)
    .join('\n');
  return { plain, painted };
}
