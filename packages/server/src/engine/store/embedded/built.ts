/**
 * A file that the build puts into this folder. Code that runs from source, as in tests, loads it
 * from `dist`, because a worker of Node 20 cannot load TypeScript.
 */
export function built(file: string): URL {
  const folder = import.meta.url.endsWith('.ts') ? '../../../../dist/engine/store/embedded/' : './';
  return new URL(folder + file, import.meta.url);
}
