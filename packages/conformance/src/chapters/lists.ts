import type { OperationName } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { addition, group } from '../runner/promises.ts';
import { invite, openSpace, propose, write, type Member } from '../scenes.ts';
import { covers, operations, type Input } from '../wire/call.ts';

type Item = Record<string, unknown>;

/** A list whose pages go back in time. */
interface List {
  name: OperationName;
  items: string;
  id: string;
  /** The field of an entry that `before` takes. */
  place: string;
  isOldestFirst?: true;
  /** Makes an entry of the list. */
  add(owner: Member, input: Input): Promise<unknown>;
}

const lists: List[] = [
  { name: 'listInvitations', items: 'invitations', id: 'invitationId', place: 'createdAt', add: invite },
  {
    ...{ name: 'listFiles', items: 'files', id: 'fileId', place: 'createdAt', isOldestFirst: true },
    add: (owner) => covers('createFile', 200, owner, { name: 'build.log' }),
  },
  {
    ...{ name: 'listTasks', items: 'tasks', id: 'taskId', place: 'sequence' },
    add: (owner) => covers('createTask', 200, owner, { title: 'Check the dates' }),
  },
  {
    ...{ name: 'listDecisions', items: 'decisions', id: 'decisionId', place: 'sequence' },
    add: (owner) => covers('createDecision', 200, owner, { title: 'Send the plan?' }),
  },
  {
    ...{ name: 'listProposals', items: 'proposals', id: 'proposalId', place: 'sequence' },
    add: (owner, input) => propose(owner, { ...input, append: 'More' }),
  },
  {
    ...{ name: 'listComments', items: 'comments', id: 'commentId', place: 'sequence' },
    add: (owner, input) => covers('createComment', 200, owner, { ...input, version: 1, quote: 'Plan', text: 'Which?' }),
  },
  {
    ...{ name: 'listArtifactVersions', items: 'versions', id: 'version', place: 'version' },
    add: (owner, input) => covers('writeArtifact', 200, owner, { ...input, append: 'More', lock: 'auto' }),
  },
];

group('a list', () => {
  addition.each(lists.map((list) => [list.name, list] as [string, List]))(
    'says in %s whether it has more, and goes back with `before`',
    async (_, { name, items, id, place, isOldestFirst, add }) => {
      const owner = await openSpace();
      const input: Input = name === 'listInvitations' ? {} : { artifactId: await write(owner, '# Plan\n') };
      for (let i = 0; i < 3; i += 1) await add(owner, input);
      const read = async (terms: Input) => {
        const given = operations[name].path.includes('{artifactId}') ? { ...input, ...terms } : terms;
        const { body } = await covers(name, 200, owner, given);
        const { [items]: found, hasMore } = body as Record<string, unknown>;
        return { found: found as Item[], hasMore };
      };
      const { found: all, hasMore } = await read({});
      expect([all.length >= 3, hasMore]).toEqual([true, false]);
      const newestFirst = isOldestFirst ? all.toReversed() : all;
      const seen: Item[] = [];
      for (let before: unknown, more = true; more && seen.length <= all.length;) {
        const page = await read({ limit: 2, before });
        seen.push(...(isOldestFirst ? page.found.toReversed() : page.found));
        before = seen.at(-1)?.[place];
        more = page.hasMore === true;
        expect(more).toBe(seen.length < all.length);
      }
      expect(seen.map((each) => each[id])).toEqual(newestFirst.map((each) => each[id]));
    },
  );
});
