import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Stoppable {
  stop(): Promise<unknown>;
}

/** What has to be stopped later: the newest first. */
export class Resources {
  readonly #all: Stoppable[] = [];

  readonly add = async <Resource extends Stoppable>(starting: Resource | Promise<Resource>): Promise<Resource> => {
    const resource = await starting;
    this.#all.push(resource);
    return resource;
  };

  readonly stop = async (): Promise<void> => {
    for (const resource of this.#all.splice(0).toReversed()) await resource.stop();
  };
}

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
