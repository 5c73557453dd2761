import { catchUp } from './catch-up/index.ts';
import { first, resources } from './index.ts';
import { log } from './log/index.ts';
import { search } from './search/index.ts';

/** The resources in the order of the specification, with the catch-up, the search and the log, which are made of what the others declare. */
export const all = { ...first, catchUp, search, ...resources, log };
