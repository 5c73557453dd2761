export { byKeys, type Addressing, type Arguments, type Backend, type FoundPage, type Happened, type Surface } from './backend.ts';
export { instructionsFor } from './instructions.ts';
export { toolName } from './naming.ts';
export { changedBy, resourceTemplates, shownAt, type Shown } from './resources.ts';
export { openDeliveriesKey, type RefusalBody, type Refuse } from './result.ts';
export type { JsonSchema, ObjectSchema } from './schema.ts';
export { callTool, createMcpServer, parleyTools, protocolErrorOf, serverInfo, type McpServerOptions } from './server.ts';
export { type ParleyTool, type Profile } from './tool.ts';
