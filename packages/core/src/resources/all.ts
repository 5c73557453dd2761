import { catchUp } from './catch-up/index.ts';
import { first, resources } from './index.ts';

/** The resources in the order of the specification, with the catch-up, which is made of what the others declare. */
export const all = { ...first, catchUp, ...resources };
