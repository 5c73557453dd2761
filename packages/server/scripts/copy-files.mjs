// Copies the files that the server reads next to the built code, so that the package is complete without the repository.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const packageFolder = new URL('../', import.meta.url);
const isForUsers = (path) => !/docs.(design|images)/.test(path);

copy('src/engine/store/migrations', 'dist/engine/store/migrations');
copy('../../docs', 'dist/docs/pages', isForUsers);
copy('../../apps/web/dist', 'dist/web');
compress('dist/web/assets/');

/** Deleted files must not remain in the copy. */
function copy(from, to, filter) {
  rmSync(new URL(to, packageFolder), { recursive: true, force: true });
  cpSync(new URL(from, packageFolder), new URL(to, packageFolder), { recursive: true, filter });
}

/** Once and as well as possible, instead of in every process. */
function compress(folder) {
  for (const name of readdirSync(new URL(folder, packageFolder))) {
    const file = new URL(folder + name, packageFolder);
    const content = readFileSync(file);
    writeFileSync(new URL(`${name}.br`, file), brotliCompressSync(content));
    writeFileSync(new URL(`${name}.gz`, file), gzipSync(content, { level: 9 }));
  }
}
