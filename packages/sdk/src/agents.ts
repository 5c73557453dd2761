export { tools, type AgentTool, type ToolCallOptions, type ToolsOptions } from './agents/tools.ts';
export type { DrawnTool, JsonSchema, JsonType } from './json-schema.ts';
export type { ToolName } from './generated/tools.ts';
export { inbox, type InboxItem } from './agents/delivered.ts';
export { approval, type Approval, type ApprovalOptions, type ApprovalQuestion } from './agents/approval.ts';
