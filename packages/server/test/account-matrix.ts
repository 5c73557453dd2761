import type { OperationName } from '@parley/core';
import { answer, type Input } from '@parley/testing';
import type { PersonAction } from '../src/account/administration.ts';
import type { AccountScene } from './account-scene.ts';

interface AccountAccess {
  operation: OperationName;
  /** What each role is answered, in their order. */
  statuses: readonly number[];
  /** Makes what the operation is about, for each call anew. */
  prepare?(scene: AccountScene): Promise<Input>;
}

const ofWhoeverAsks = [200, 200, 200, 401, 401];
/** They belong to the holder. */
const ofTheHolder = [200, 404, 404, 401, 401];

async function requested({ server }: AccountScene): Promise<Input> {
  const { verificationUriComplete } = await answer(200, server, 'startLink', {});
  return { userCode: new URL(verificationUriComplete).searchParams.get('code') };
}

/** Every operation that needs an account, and who can call it. */
export const accountMatrix: readonly AccountAccess[] = [
  //                            holder other administrator disabled none
  { operation: 'getMe', statuses: ofWhoeverAsks },
  { operation: 'listMySpaces', statuses: ofWhoeverAsks },
  { operation: 'listApiTokens', statuses: ofWhoeverAsks },
  { operation: 'createApiToken', statuses: [201, 201, 201, 401, 401] },
  {
    operation: 'revokeApiToken',
    statuses: [204, 404, 404, 401, 401],
    async prepare({ server, callers: { holder } }) {
      const { id } = await answer(201, server, 'createApiToken', holder, {});
      return { tokenId: id };
    },
  },
  { operation: 'revokeApiTokens', statuses: [204, 204, 204, 401, 401] },
  {
    operation: 'getMySpaceKey',
    statuses: ofTheHolder,
    prepare: async ({ spaceId }) => ({ spaceId }),
  },
  // Whoever knows the code decides.
  { operation: 'getLink', statuses: ofWhoeverAsks, prepare: requested },
  {
    operation: 'decideLink',
    statuses: ofWhoeverAsks,
    prepare: async (scene) => ({ ...(await requested(scene)), decision: 'denied' }),
  },
];

/** The page on which administrators manage people, and each change there: a status, or the page to which the answer leads. */
const onlyAdministrators = [403, 403, 'users', 'login', 'login'] as const;

export const usersMatrix: Readonly<Record<'see' | PersonAction, readonly (number | string)[]>> = {
  //    holder other administrator disabled none
  see: [403, 403, 200, 'login', 'login'],
  disable: onlyAdministrators,
  enable: onlyAdministrators,
  promote: onlyAdministrators,
  demote: onlyAdministrators,
  delete: onlyAdministrators,
  erase: onlyAdministrators,
  'erase-messages': onlyAdministrators,
};
