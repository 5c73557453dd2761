import { existsSync } from 'node:fs';

/** From `dist` and from `src`. */
const places = [new URL('../../web/', import.meta.url), new URL('../../../dist/web/', import.meta.url)];

/** Where the built app is. */
export function builtFolder(from: readonly URL[] = places): URL {
  const folder = from.find((url) => existsSync(url));
  if (!folder) throw new Error('The web app is not built. Run: npm run build');
  return folder;
}
