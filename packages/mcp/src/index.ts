export { changedBy, resourceTemplates, shownAt, type Shown } from './addresses.ts';
export { byKeys, type Addressing, type Surface } from './addressing.ts';
export { type Arguments, type Backend, type FoundPage, type EventPage, type OpenWork } from './backend.ts';
export * from './events/index.ts';
export { formOf, type Form } from './form.ts';
export { instructionsFor } from './instructions.ts';
export { linkIn } from './link.ts';
export { toolName } from './naming.ts';
export { Page } from './page.ts';
export { isProfile, profiles, type Profile, type Role } from './profiles.ts';
export * from './resources/index.ts';
export { refusalKey, type RefusalBody, type Refuse } from './result.ts';
export type { JsonSchema, ObjectSchema } from './schema.ts';
export {
  callTool,
  createMcpServer,
  listedTools,
  parleyTools,
  progressOf,
  protocolErrorOf,
  serverInfo,
  type McpServerOptions,
} from './server.ts';
export { show } from './show.ts';
export { skillFor, type Skill } from './skill.ts';
export { type ParleyTool, type Permission, type Progress } from './tool.ts';
