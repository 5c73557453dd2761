export { type Called, type ClientVersion, type Fields, type McpTarget, type ValidatingClient } from './client.ts';
export { meet, type Participants, type ToolCaller } from './meet.ts';
export { pythonClients } from './python.ts';
export { typeScriptClients } from './typescript.ts';
export { wrongArguments } from './wrong-arguments.ts';
