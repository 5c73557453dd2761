export {
  byKeys,
  type Addressing,
  type Arguments,
  type Backend,
  type FoundPage,
  type Happened,
  type OpenDeliveries,
  type Surface,
} from './backend.ts';
export { formOf, type Form } from './form.ts';
export { instructionsFor } from './instructions.ts';
export { invitationIn } from './invitation-link.ts';
export { toolName } from './naming.ts';
export { openDeliveriesKey } from './open-deliveries.ts';
export { Page } from './page.ts';
export { isProfile, profiles, type Profile } from './profiles.ts';
export { changedBy, resourceTemplates, shownAt, type Shown } from './resources.ts';
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
export { isByKey, type ParleyTool, type Progress } from './tool.ts';
