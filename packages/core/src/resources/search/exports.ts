export { maxQueryTerms, maxSearchResults } from './limits.ts';
export { type SearchResult, type SearchResults } from './views.ts';
export { searchedNames, type SearchedName } from './kinds.ts';
export * as search from './rules.ts';
