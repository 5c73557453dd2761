import type { OperationName } from '@parley/core';

/** The name of the tool that runs an operation: `sendMessage` is `send_message`. */
export const toolName = (operation: string): string => operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `send_message` is "Send message". */
export const titleOf = (tool: string): string => `${tool[0]!.toUpperCase()}${tool.slice(1).replaceAll('_', ' ')}`;

/** What an attendee of a meeting needs, for models that should see few tools. */
export const coreTools: ReadonlySet<string> = new Set([
  ...(
    [
      'joinSpace',
      'getJoinStatus',
      'getSpace',
      'sendMessage',
      'listMessages',
      'claimDelivery',
      'settleDelivery',
    ] satisfies OperationName[]
  ).map(toolName),
  'get_artifact',
  'edit_artifact',
  'wait_for_events',
]);
