export { catchUp, bytesPerToken } from './fitting.ts';
export { asJson } from './json.ts';
export { asText, boundaryLength, textOf } from './text.ts';
export { ranked } from './ranking.ts';
export { decidedEvents, type DecidedItems, type TodoItems, type TodoName } from '../declared.ts';
export type { ArtifactChange, CatchUp, Hunk, Material, PersonChange, PersonList, ReadMessage } from './material.ts';
