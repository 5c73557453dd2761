import { answer, ask, invite, join, openSpace, startServer, type Member, type TestServer } from '@parley/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type Place } from '../../databases.ts';
import { timesRepeated } from '../../rounds.ts';

/** A document as a plain list of texts. */
interface Document {
  texts: string[];
  authors: string[];
  lockedBy: Member | undefined;
  isDeleted: boolean;
  deletedBy?: Member;
}

const runs = timesRepeated(15);

describe.each(databases)('on %s', (_, open) => {
  let place: Place;
  let server: TestServer;
  let people: [Member, Member, Member];
  beforeAll(async () => {
    place = await open();
    server = await startServer(place.settings);
    const owner = await openSpace(server);
    const invitation = await invite(server, owner);
    people = [owner, await join(server, invitation, 'Bob'), await join(server, invitation, 'Eve')];
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  const who = fc.nat(2);
  /** How many versions before the present one; beyond the first, there is none. */
  const ago = fc.nat(3);
  const use = fc.constantFrom('auto', 'held');
  const word = fc.constantFrom('a', 'b', 'ab', '# a\n', 'é', '');
  const step = fc.oneof(
    fc.record({ act: fc.constant('content' as const), who, ago, use, word }),
    fc.record({ act: fc.constant('edits' as const), who, ago, use, word, by: word }),
    fc.record({ act: fc.constant('append' as const), who, ago, use, word }),
    fc.record({ act: fc.constant('restore' as const), who, ago, use, to: fc.nat(4) }),
    fc.record({ act: fc.constantFrom('lock' as const, 'unlock' as const, 'delete' as const, 'undelete' as const), who }),
  );
  type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

  /** What a change makes of a text, or the status of its refusal. */
  function changed(text: string, each: Step): string | number {
    switch (each.act) {
      case 'content':
        return each.word;
      case 'append':
        if (each.word === '') return 400;
        return text === '' || text.endsWith('\n') ? text + each.word : `${text}\n${each.word}`;
      case 'edits': {
        if (each.word === '') return 400;
        const places = [...Array(text.length).keys()].filter((at) => text.startsWith(each.word, at));
        return places.length === 1 ? text.replace(each.word, () => each.by) : 409;
      }
      default:
        return text;
    }
  }

  const inputOf = (each: Step): Record<string, unknown> => {
    if (each.act === 'edits') return { edits: [{ old: each.word, new: each.by }] };
    return each.act === 'content' || each.act === 'append' ? { [each.act]: each.word } : {};
  };

  /** Does a step at the service and in the model, and compares the statuses. */
  async function take(artifactId: string, document: Document, each: Step): Promise<void> {
    const caller = people[each.who]!;
    const isHeldByOther = document.lockedBy !== undefined && document.lockedBy !== caller;
    const status = async (name: 'lockArtifact' | 'unlockArtifact' | 'deleteArtifact' | 'restoreArtifact') =>
      (await ask(server, name, caller, { artifactId })).status;
    switch (each.act) {
      case 'lock': {
        expect(await status('lockArtifact')).toBe(document.isDeleted ? 404 : isHeldByOther ? 423 : 200);
        if (!document.isDeleted && !isHeldByOther) document.lockedBy = caller;
        return;
      }
      case 'unlock': {
        const isRefused = isHeldByOther && each.who !== 0;
        expect(await status('unlockArtifact')).toBe(document.isDeleted ? 404 : isRefused ? 423 : 200);
        if (!document.isDeleted && !isRefused) document.lockedBy = undefined;
        return;
      }
      case 'delete': {
        const expected = document.isDeleted ? 404 : each.who === 2 ? 403 : isHeldByOther ? 423 : 200;
        expect(await status('deleteArtifact')).toBe(expected);
        if (expected === 200) Object.assign(document, { isDeleted: true, deletedBy: caller, lockedBy: undefined });
        return;
      }
      case 'undelete': {
        const expected = !document.isDeleted ? 409 : each.who === 0 || document.deletedBy === caller ? 200 : 403;
        expect(await status('restoreArtifact')).toBe(expected);
        if (expected === 200) document.isDeleted = false;
        return;
      }
      default:
        return write(artifactId, document, each, caller, isHeldByOther);
    }
  }

  async function write(artifactId: string, document: Document, each: Step, caller: Member, isHeldByOther: boolean) {
    if (!('ago' in each)) return;
    const present = document.texts.length;
    const baseVersion = Math.max(1, present - each.ago);
    const { use: lock } = each;
    const [name, input] =
      each.act === 'restore'
        ? (['restoreArtifactVersion', { version: each.to + 1 }] as const)
        : (['writeArtifact', inputOf(each)] as const);
    const { status, body } = await ask(server, name, caller, { artifactId, baseVersion, lock, ...input });
    const next = each.act === 'restore' ? (document.texts[each.to] ?? 404) : changed(document.texts.at(-1)!, each);
    const expected = () => {
      if (next === 400) return 400;
      if (document.isDeleted) return 404;
      if (isHeldByOther || (lock === 'held' && document.lockedBy === undefined)) return 423;
      if (baseVersion !== present) return 409;
      return typeof next === 'number' ? next : 200;
    };
    expect(status, JSON.stringify([each, document, body])).toBe(expected());
    if (status !== 200) return;
    expect(body).toMatchObject({ version: present + 1, content: next });
    document.texts.push(next as string);
    document.authors.push(caller.id);
  }

  it('a document is what a plain list of texts says, with its history, lock and deletion, in any order of calls', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const [owner, bob] = people;
        const { id: artifactId } = await answer(200, server, 'createArtifact', bob, {
          name: 'A',
          type: 'markdown',
          content: 'a',
        });
        const document: Document = { texts: ['a'], authors: [bob.id], lockedBy: undefined, isDeleted: false };
        for (const each of steps) await take(artifactId, document, each);
        if (document.isDeleted) await answer(200, server, 'restoreArtifact', owner, { artifactId });
        const { versions } = await answer(200, server, 'listArtifactVersions', owner, { artifactId, limit: 100 });
        expect(versions.map(({ authorId }) => authorId).toReversed()).toEqual(document.authors);
        const texts = versions.map(({ version }) => answer(200, server, 'getArtifactVersion', owner, { artifactId, version }));
        expect((await Promise.all(texts)).map(({ content }) => content).toReversed()).toEqual(document.texts);
        await answer(200, server, 'unlockArtifact', owner, { artifactId });
        await answer(200, server, 'deleteArtifact', owner, { artifactId });
      }),
      { numRuns: runs },
    ));
});
