export type { SearchedKind, SearchOptions } from './search.ts';
export { Search } from './search.ts';
