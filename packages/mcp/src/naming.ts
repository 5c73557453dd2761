import type { Operation } from '@parley/core';

/** The name of the tool that runs an operation: unless the contract says otherwise, `sendMessage` is `send_message`. */
export const toolName = (name: string, { forModels }: Pick<Operation, 'forModels'>): string =>
  forModels?.name ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
