import type { OperationName } from '@parley/core';
import { answer, createArtifact, type Input } from '@parley/testing';
import type { AccessScene } from './access-scene.ts';

interface Access {
  operation: OperationName;
  /** Which of several things, if it is about one of these. */
  about?: string;
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
  { operation: 'listEvents', statuses: [200, 200, 200, 200, 401, 401, 401, 401, 401, 401] },
  {
    operation: 'redactMessage',
    statuses: [200, 200, 403, 403, 401, 401, 401, 401, 401, 401],
    async prepare({ server, author }) {
      const { messageId } = await answer(200, server, 'sendMessage', author, { content: 'a secret' });
      return { messageId };
    },
  },
  ...(['resolveComment', 'reopenComment'] as const).map((operation) => ({
    operation,
    // The creator of the artifact is the author of the comment here; `full/comments` has them apart.
    statuses: [200, 200, 403, 403, 401, 401, 401, 401, 401, 401],
    async prepare({ server, author }: AccessScene) {
      const artifactId = await createArtifact(server, author, 'a secret');
      const comment = { artifactId, version: 1, quote: 'secret', text: 'Really?' };
      const { commentId } = await answer(200, server, 'createComment', author, comment);
      return { artifactId, commentId };
    },
  })),
  ...(['createComment', 'listComments'] as const).map((operation) => ({
    operation,
    statuses: [200, 200, 200, operation === 'createComment' ? 403 : 200, 401, 401, 401, 401, 401, 401],
    async prepare({ server, author }: AccessScene) {
      const artifactId = await createArtifact(server, author, 'a secret');
      return operation === 'createComment' ? { artifactId, version: 1, quote: 'secret', text: 'Really?' } : { artifactId };
    },
  })),
  {
    operation: 'redactComment',
    statuses: [200, 200, 403, 403, 401, 401, 401, 401, 401, 401],
    async prepare({ server, owner, author }) {
      const artifactId = await createArtifact(server, owner, 'a secret');
      const comment = { artifactId, version: 1, quote: 'secret', text: 'a secret' };
      const { commentId } = await answer(200, server, 'createComment', author, comment);
      return { artifactId, commentId };
    },
  },
  {
    operation: 'redactTask',
    statuses: [200, 200, 403, 403, 401, 401, 401, 401, 401, 401],
    async prepare({ server, author }) {
      const { taskId } = await answer(200, server, 'createTask', author, { title: 'a secret' });
      return { taskId };
    },
  },
  {
    operation: 'redactDecision',
    statuses: [200, 200, 403, 403, 401, 401, 401, 401, 401, 401],
    async prepare({ server, author }) {
      const { decisionId } = await answer(200, server, 'createDecision', author, { title: 'a secret' });
      return { decisionId };
    },
  },
  {
    operation: 'redactDecision',
    about: 'the reason of the author',
    statuses: [200, 200, 403, 403, 401, 401, 401, 401, 401, 401],
    async prepare({ server, owner, author }) {
      const asked = { title: 'Ship it?', voters: [author.id, owner.id], rule: 'all' };
      const { decisionId } = await answer(200, server, 'createDecision', owner, asked);
      await answer(200, server, 'answerDecision', author, { decisionId, option: 'approve', reason: 'a secret' });
      return { decisionId, answerOf: author.id };
    },
  },
  {
    operation: 'searchSpace',
    statuses: [200, 200, 200, 200, 401, 401, 401, 401, 401, 401],
    prepare: async () => ({ q: 'secret' }),
  },
  // No key of a space is an account.
  ...(['getMe', 'listMySpaces', 'listApiTokens', 'createApiToken', 'revokeApiTokens', 'getMySpaceKey'] as const).map(
    (operation) => ({ operation, statuses: Array<number>(10).fill(401) }),
  ),
  { operation: 'getInbound', statuses: [200, 200, 200, 200, 401, 401, 401, 401, 401, 401] },
  {
    operation: 'putInbound',
    statuses: [200, 200, 200, 200, 401, 401, 401, 401, 401, 401],
    prepare: async () => ({ accept: 'all' }),
  },
  {
    // The author is its addressee; nobody accepts what is directed to somebody else.
    operation: 'acceptDelivery',
    statuses: [404, 200, 404, 404, 401, 401, 401, 401, 401, 401],
    async prepare({ server, author, other }) {
      await answer(200, server, 'putInbound', author, { accept: [] });
      const { deliveries } = await answer(200, server, 'sendMessage', other, { content: 'Ready?', to: [author.id] });
      return { deliveryId: deliveries[0]!.deliveryId };
    },
  },
];
