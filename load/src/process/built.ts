/** A built file of this package, also for tests, which import sources. */
export const built = (file: string): URL => new URL(`../../dist/${file}`, import.meta.url);
