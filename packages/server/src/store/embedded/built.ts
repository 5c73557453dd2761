/**
 * A file that the build puts into this folder. Code that runs from its sources, as in tests, takes it
 * from `dist`: a worker of Node 20 cannot load TypeScript.
 */
export function built(file: string): URL {
  const folder = import.meta.url.endsWith('.ts') ? '../../../dist/store/embedded/' : './';
  return new URL(folder + file, import.meta.url);
}
