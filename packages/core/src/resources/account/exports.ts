export type {} from './errors.ts';
