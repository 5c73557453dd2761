import { part, type Part } from './index.ts';

/** Refusals for path parameters that identify nothing. A malformed id identifies nothing either, so it is 404, not 400. */
export const missing: Readonly<Part<'missing'>> = part('missing');
