import fs from 'node:fs';
import type { PGlite, postgresMod } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type PostgresMod = postgresMod.PostgresMod;

interface OpenFile {
  nfd: number;
  node: { mode: number };
}

interface Flushable {
  stream_ops: { fsync?: (file: OpenFile) => void };
}

/**
 * A file system for PGlite in a real folder, where each flush of PostgreSQL reaches the disk.
 * Emscripten's NODEFS has no `fsync`, and reports success without one.
 */
export class DurableFS extends NodeFS {
  flushes = 0;

  override async init(pg: PGlite, options: Partial<PostgresMod>): Promise<{ emscriptenOpts: Partial<PostgresMod> }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), (mod: PostgresMod) => this.attach(mod)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  protected attach(mod: PostgresMod): void {
    const { stream_ops } = mod.NODEFS as unknown as Flushable;
    stream_ops.fsync = ({ nfd, node }) => {
      if (mod.FS.isDir(node.mode)) fs.fsyncSync(nfd);
      else fs.fdatasyncSync(nfd);
      this.flushes += 1;
    };
  }
}
