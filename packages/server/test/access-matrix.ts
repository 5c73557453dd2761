import type { OperationName } from '@parley/core';
import { answer, type Input } from '@parley/testing';
import type { AccessScene } from './access-scene.ts';

interface Access {
  operation: OperationName;
  /** What each role is answered, in their order. */
  statuses: readonly number[];
  /** Makes what the operation is about, for each call anew. */
  prepare?(scene: AccessScene): Promise<Input>;
}

/** Operations whose access is more than what the contract says of the kind of key. */
export const accessMatrix: readonly Access[] = [
  //                             owner author other muted kicked left waiting invitation stranger none
  { operation: 'pauseSpace', statuses: [200, 401, 401, 401, 401, 401, 401, 401, 401, 401] },
  { operation: 'resumeSpace', statuses: [200, 401, 401, 401, 401, 401, 401, 401, 401, 401] },
  {
    operation: 'redactMessage',
    statuses: [200, 200, 403, 403, 401, 401, 401, 401, 401, 401],
    async prepare({ server, author }) {
      const { messageId } = await answer(200, server, 'sendMessage', author, { content: 'a secret' });
      return { messageId };
    },
  },
  {
    operation: 'searchSpace',
    statuses: [200, 200, 200, 200, 401, 401, 401, 401, 401, 401],
    prepare: async () => ({ q: 'secret' }),
  },
];
