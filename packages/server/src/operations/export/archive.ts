import { fileName } from '../file-name.ts';
import { artifactsOf, contentOf, type Exported } from './content.ts';
import { jsonLines } from './jsonl.ts';
import type { ZipEntry } from './zip.ts';

/** The files of an export: its lines, and each artifact as Markdown. */
export async function* filesOf(exported: Exported): AsyncGenerator<ZipEntry> {
  yield { name: 'space.jsonl', content: jsonLines(exported) };
  const taken = new Set<string>();
  for (const artifact of await artifactsOf(exported)) {
    if (artifact.deletion) continue;
    yield { name: `artifacts/${freeName(fileName(artifact.name), taken)}`, content: only(contentOf(exported, artifact)) };
  }
}

async function* only(text: Promise<string>): AsyncGenerator<string> {
  yield await text;
}

/** Names need not be unique, and some file systems ignore the case. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let i = 2; taken.has(free.toLowerCase()); i += 1) free = name.replace(/\.md$/, ` (${i}).md`);
  taken.add(free.toLowerCase());
  return free;
}
