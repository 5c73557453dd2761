import { titledSearch } from '../titled-search.ts';

export const searchedTasks = titledSearch(({ tasks }) => tasks.matching);
