import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;
let paths = 0;

/** A new path in a folder that is deleted when this process ends. */
export function scratch(name: string): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'parley-load-'));
    process.once('exit', () => rmSync(folder!, { recursive: true, force: true }));
  }
  return join(folder, `${(paths += 1)}-${name}`);
}
