import { readFile, writeFile } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { unwritable } from '../files/unwritable.ts';
import type { LocalCopy } from './base-versions.ts';
import { confirm } from '../../terminal/prompt.ts';
import { remember } from './change.ts';

/** Saves a text in a file that is based on a version; asks before it overwrites another text. */
export async function save(
  context: Context,
  copy: LocalCopy,
  { text, version }: { text: string; version: number },
): Promise<void> {
  const { file } = copy;
  const before = await readFile(file, 'utf8').catch(() => undefined);
  if (before !== undefined && before !== text)
    await confirm(`Overwrite ${file}?`, context.options.yes, `This would overwrite ${file}`);
  await writeFile(file, text).catch(unwritable(file));
  await remember(context, copy, version);
}
