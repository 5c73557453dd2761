export * from './entity.ts';
export * from './facts.ts';
export type {} from './limits.ts';
export { artifactSummary, artifactView } from './views.ts';
export * as artifact from './rules.ts';
export * as edit from './edit.ts';
export type {} from './errors.ts';
export type { ArtifactSummary, ArtifactView, LockResult } from './views.ts';
