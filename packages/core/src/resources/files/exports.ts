export * from './entity.ts';
export * from './facts.ts';
export { maxFilesPerSpace, maxFileNameBytes, fileLinkSeconds, maxFileLinks } from './limits.ts';
export * as file from './rules.ts';
export type {} from './errors.ts';
