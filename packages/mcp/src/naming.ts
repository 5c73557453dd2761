/** The name of the tool that runs an operation: `sendMessage` is `send_message`. */
export const toolName = (operation: string): string => operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `send_message` is "Send message". */
export const titleOf = (tool: string): string => `${tool[0]!.toUpperCase()}${tool.slice(1).replaceAll('_', ' ')}`;
