export * from './entity.ts';
export * from './facts.ts';
export { carried, placeOf, anchorAt, type Anchor, type Kept, type Place } from './anchor.ts';
export { maxOpenComments, maxOpenCommentsPerSpace, maxCommentsPerThread } from './limits.ts';
export * as comment from './rules.ts';
export type {} from './errors.ts';
export type { CommentView } from './views.ts';
