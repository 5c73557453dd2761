import { answer, ask, invite, join, openSpace, startServer, type Member, type TestServer } from '@parley/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merged } from '../../../src/resources/artifacts/diff/merge.ts';
import { databases, type Place } from '../../databases.ts';
import { timesRepeated } from '../../rounds.ts';

/** An artifact, and changes that wait for it, as plain lists. */
interface Document {
  texts: string[];
  authors: string[];
  lockedBy: Member | undefined;
  proposals: Proposed[];
}

interface Proposed {
  id: string;
  author: Member;
  /** The place of its base among the texts. */
  base: number;
  change: Change;
  state: string;
}

type Change = { content: string } | { append: string };

const runs = timesRepeated(15);

describe.each(databases)('on %s', (_, open) => {
  let place: Place;
  let server: TestServer;
  /** The owner, the creator and a guest. */
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
  const which = fc.nat(3);
  /** How many versions before the present one. */
  const ago = fc.nat(2);
  const change = fc.oneof(
    fc.record({ content: fc.constantFrom('a', 'b\n') }),
    fc.record({ append: fc.constantFrom('c', 'd\n') }),
  );
  const step = fc.oneof(
    fc.record({ act: fc.constant('propose' as const), who, ago, change }),
    fc.record({ act: fc.constant('write' as const), who, ago, change }),
    fc.record({ act: fc.constant('rebase' as const), who, which, ago, change }),
    fc.record({ act: fc.constant('accept' as const), who, which, ago, isChanged: fc.boolean() }),
    fc.record({ act: fc.constant('reject' as const), who, which }),
    fc.record({ act: fc.constant('withdraw' as const), who, which }),
    fc.record({ act: fc.constant('lock' as const), who }),
    fc.record({ act: fc.constant('unlock' as const), who }),
  );
  type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

  const applied = (text: string, change: Change): string => {
    if ('content' in change) return change.content;
    return text === '' || text.endsWith('\n') ? text + change.append : `${text}\n${change.append}`;
  };

  /** What a proposal makes of the present text; undefined if both changed the same lines. */
  const made = (texts: readonly string[], { change, base }: Proposed) => {
    const present = texts.at(-1)!;
    const isWholeOfOlder = 'content' in change && base !== texts.length - 1;
    return isWholeOfOlder ? merged(texts[base]!, { proposed: change.content, present }) : applied(present, change);
  };

  /** Does a step at the service and in the model, and compares what the service answers. */
  async function take(artifactId: string, document: Document, each: Step): Promise<void> {
    const { texts, proposals, lockedBy } = document;
    const caller = people[each.who]!;
    const isHeldByOther = lockedBy !== undefined && lockedBy !== caller;
    const baseVersion = 'ago' in each ? Math.max(1, texts.length - each.ago) : 1;
    const offer = (change: Change) => ({ artifactId, baseVersion, ...change });
    const decides = each.who !== 2 || lockedBy === caller;
    const write = (text: string, author: Member) => {
      texts.push(text);
      document.authors.push(author.id);
    };
    if (each.act === 'lock' || each.act === 'unlock') {
      const isRefused = isHeldByOther && (each.act === 'lock' || each.who !== 0);
      const { status } = await ask(server, each.act === 'lock' ? 'lockArtifact' : 'unlockArtifact', caller, { artifactId });
      expect(status).toBe(isRefused ? 423 : 200);
      if (!isRefused) document.lockedBy = each.act === 'lock' ? caller : undefined;
      return;
    }
    if (each.act === 'propose') {
      const { proposalId: id } = await answer(200, server, 'createProposal', caller, offer(each.change));
      proposals.push({ id, author: caller, base: baseVersion - 1, change: each.change, state: 'open' });
      return;
    }
    if (each.act === 'write') {
      const input = { ...offer(each.change), keep: 'proposal' };
      const { status, body } = await ask(server, 'writeArtifact', caller, input);
      if (lockedBy !== caller) {
        expect([status, typeof body.proposalId]).toEqual([423, 'string']);
        proposals.push({ id: body.proposalId, author: caller, base: baseVersion - 1, change: each.change, state: 'open' });
        return;
      }
      expect(status).toBe(each.ago > 0 && baseVersion < texts.length ? 409 : 200);
      if (status === 200) write(applied(texts.at(-1)!, each.change), caller);
      return;
    }
    const proposed = proposals[each.which];
    if (!proposed) return;
    const of = { artifactId, proposalId: proposed.id };
    const isOpen = proposed.state === 'open';
    if (each.act === 'withdraw' || each.act === 'rebase') {
      const expected = !isOpen ? 409 : caller !== proposed.author ? 403 : 200;
      const [name, input] =
        each.act === 'rebase' ? (['rebaseProposal', offer(each.change)] as const) : (['withdrawProposal', {}] as const);
      expect((await ask(server, name, caller, { ...of, ...input })).status).toBe(expected);
      if (expected !== 200) return;
      if (each.act === 'rebase') Object.assign(proposed, { base: baseVersion - 1, change: each.change });
      else proposed.state = 'withdrawn';
      return;
    }
    if (each.act === 'reject') {
      const expected = !isOpen ? 409 : decides ? 200 : 403;
      expect((await ask(server, 'rejectProposal', caller, of)).status).toBe(expected);
      if (expected === 200) proposed.state = 'rejected';
      return;
    }
    const content = each.isChanged ? { content: 'with changes' } : {};
    const accepted = content.content ?? made(texts, proposed);
    const expected = () => {
      if (!isOpen) return 409;
      if (!decides) return 403;
      if (isHeldByOther) return 423;
      return baseVersion < texts.length || accepted === undefined ? 409 : 200;
    };
    const { status, body } = await ask(server, 'acceptProposal', caller, { ...of, baseVersion, ...content });
    expect(status, JSON.stringify([each, document, body])).toBe(expected());
    if (status !== 200) return;
    proposed.state = each.isChanged ? 'accepted_with_changes' : 'accepted';
    write(accepted!, proposed.author);
    expect(body).toMatchObject({ state: proposed.state, version: texts.length });
  }

  it('a document with proposals is what plain lists say, in any order of calls', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const [owner, bob] = people;
        const { id: artifactId } = await answer(200, server, 'createArtifact', bob, {
          name: 'A',
          type: 'markdown',
          content: 'a',
        });
        const document: Document = { texts: ['a'], authors: [bob.id], lockedBy: undefined, proposals: [] };
        for (const each of steps) await take(artifactId, document, each);
        const { versions } = await answer(200, server, 'listArtifactVersions', owner, { artifactId, limit: 100 });
        expect(versions.map(({ authorId }) => authorId).toReversed()).toEqual(document.authors);
        const texts = versions.map(({ version }) => answer(200, server, 'getArtifactVersion', owner, { artifactId, version }));
        expect((await Promise.all(texts)).map(({ content }) => content).toReversed()).toEqual(document.texts);
        const all = { artifactId, state: 'all', limit: 100 };
        const { proposals } = await answer(200, server, 'listProposals', owner, all);
        const listed = proposals.toReversed().map(({ proposalId, state, authorId }) => [proposalId, state, authorId]);
        expect(listed).toEqual(document.proposals.map(({ id, state, author }) => [id, state, author.id]));
        const changes = document.proposals.map(async ({ id: proposalId, change, base }) => {
          const read = await answer(200, server, 'getProposal', owner, { artifactId, proposalId });
          expect(read).toMatchObject({ ...change, baseVersion: base + 1 });
        });
        await Promise.all(changes);
        await answer(200, server, 'unlockArtifact', owner, { artifactId });
        await answer(200, server, 'deleteArtifact', owner, { artifactId });
      }),
      { numRuns: runs },
    ));
});
