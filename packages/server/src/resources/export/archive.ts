import { fileName } from '../files/safe-name.ts';
import type { Exported } from '../../engine/exported.ts';
import { artifactsOf, contentOf } from '../artifacts/export.ts';
import { bytesOf, filesIn } from '../files/export.ts';
import { jsonLines } from './jsonl.ts';
import type { ZipEntry } from './zip.ts';

/** The files of an export: its lines, each artifact as Markdown, and each file as it is. */
export async function* filesOf(exported: Exported): AsyncGenerator<ZipEntry> {
  yield { name: 'space.jsonl', content: jsonLines(exported) };
  const taken = new Set<string>();
  for (const artifact of await artifactsOf(exported)) {
    if (artifact.deletion) continue;
    yield { name: `artifacts/${freeName(fileName(artifact.name), taken)}`, content: only(contentOf(exported, artifact)) };
  }
  const given = new Set<string>();
  for (const file of filesIn(exported)) yield { name: `files/${freeName(file.name, given)}`, content: bytesOf(exported, file) };
}

async function* only(text: Promise<string>): AsyncGenerator<string> {
  yield await text;
}

/** Names need not be unique, and some file systems ignore the case. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let i = 2; taken.has(free.toLowerCase()); i += 1) free = name.replace(/(\.[^.]*)?$/, ` (${i})$1`);
  taken.add(free.toLowerCase());
  return free;
}
