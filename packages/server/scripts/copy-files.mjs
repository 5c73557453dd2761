// Copies the files that the server reads next to the built code, so that the package is complete without the repository.
import { cpSync, rmSync } from 'node:fs';

const packageFolder = new URL('../', import.meta.url);
const isForUsers = (path) => !/docs.decisions/.test(path);

copy('src/store/migrations', 'dist/store/migrations');
copy('../../docs', 'dist/docs/pages', isForUsers);
copy('../../apps/web/dist', 'dist/web');

/** Deleted files must not remain in the copy. */
function copy(from, to, filter) {
  rmSync(new URL(to, packageFolder), { recursive: true, force: true });
  cpSync(new URL(from, packageFolder), new URL(to, packageFolder), { recursive: true, filter });
}
