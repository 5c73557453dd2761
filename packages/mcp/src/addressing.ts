import type { Contract } from '@parley/core';
import { declaredAs, inWords } from './declared.ts';
import { linkField } from './link.ts';
import type { JsonSchema } from './schema.ts';

/** What tools are generated from. */
export interface Surface {
  readonly contract: Contract;
  /** What tools take in place of the key and, if it hides `spaceId`, of the space. */
  readonly addressing: Addressing;
}

/** How tools learn the space and the key. */
export interface Addressing {
  /** Fields of operations that tools do not take. */
  readonly hides: readonly string[];
  /** Fields of answers that models do not get. */
  readonly withholds: readonly string[];
  /** Additional fields of tools. */
  adds(needs: { space: boolean; key: boolean; user: boolean }): Record<string, JsonSchema>;
  /** Fields that tools take and no list shows, because the instructions explain them. */
  readonly unlisted: readonly string[];
  /** What tools take in place of the space and the key, where a link says both. */
  readonly link?: Record<string, JsonSchema>;
  /** What models read about it. */
  readonly words: {
    /** A part of the instructions. */
    keys: string;
    /** How to join with a link, for prompts. */
    joining(link: string, name: string): string;
  };
}

/** Tools take ids of spaces, and keys as arguments; without one, the backend finds it in a header. */
export const byKeys: Addressing = {
  hides: [],
  withholds: [],
  adds: ({ key, user }) => ({
    ...(key && { privateKey: { type: 'string' } }),
    ...(user && { userToken: { type: 'string' } }),
  }),
  unlisted: ['spaceId', 'privateKey', 'userToken', 'idempotencyKey'],
  link: linkField,
  words: {
    keys:
      '`privateKey` is your key to a space, unless the client sends it in the header X-Private-Key; join_space returns it. ' +
      'The key says the space, so `spaceId` can be left out. ' +
      `Keep keys secret: never put one into ${inWords(declaredAs('publicText'), 'or')}.`,
    joining: (link, name) =>
      `Join the space at ${link} as ${JSON.stringify(name)} with join_space. ` +
      'If the owner has to approve you, call get_join_status until you have a key.',
  },
};
