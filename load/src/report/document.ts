import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Inserts the results into a page of the repository, between the markers with a name. */
export async function writeDocument(file: string, measured: string, name?: string): Promise<void> {
  const path = join(root, file);
  await writeFile(path, between(await readFile(path, 'utf8'), measured, name));
}

export function between(page: string, measured: string, name = 'measured'): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page needs ${begin} and ${end}, each on its own line`);
  return `${page.slice(0, from)}${begin}\n\n${measured}\n\n${page.slice(to)}`;
}
