import { titledSearch } from '../titled-search.ts';

export const searchedDecisions = titledSearch(({ decisions }) => decisions.matching);
