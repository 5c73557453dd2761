import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { everybody, openSpace, say, write, type Member } from '../scenes.ts';
import { covers, type Input } from '../wire/call.ts';

const search = async (who: Member, q: string, more: Input = {}) =>
  (await covers('searchSpace', 200, who, { q, cursor: undefined, ...more })).body;
const ids = async (who: Member, q: string, more?: Input) => (await search(who, q, more)).results.map(({ id }) => id);

additions('searchSpace', () => {
  promise('200 with what is found in each kind, newest first', async () => {
    const { owner, guest } = await everybody();
    const artifactId = await write(owner, '# Plan\n\nHow to catch the heron');
    const { taskId } = (await covers('createTask', 200, owner, { title: 'Heron', text: 'Count them' })).body;
    const { decisionId } = (await covers('createDecision', 200, owner, { title: 'Feed the Heron?', voters: [guest.id] })).body;
    const comment = { artifactId, version: 1, quote: 'catch', text: 'A heron cannot be caught' };
    const { commentId } = (await covers('createComment', 200, guest, comment)).body;
    const messageId = await say(guest, 'A HERON stands\nin the water');
    const { results, hasMore, cursor, searchedBack } = await search(guest, 'heron');
    const [first] = results;
    expect(first).toMatchObject({ kind: 'message', id: messageId, authorId: guest.id, excerpt: 'A HERON stands in the water' });
    expect(first!.ranges).toEqual([{ start: 2, end: 7 }]);
    expect(results.filter(({ kind }) => kind !== 'message').map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      `comment ${commentId}`,
      `decision ${decisionId}`,
      `task ${taskId}`,
      `artifact ${artifactId}`,
    ]);
    expect(results.flatMap((each) => (each.aboutId === undefined ? [] : [each.kind, each.aboutId]))).toEqual([
      'comment',
      artifactId,
    ]);
    expect(results.map(({ at }) => at)).toEqual(
      results
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect([hasMore, cursor]).toEqual([false, undefined]);
    expect(searchedBack <= results.at(-1)!.at).toBe(true);
  });

  promise('200 only if all words and phrases are there, in any case and script', async () => {
    const owner = await openSpace();
    const one = await say(owner, 'Der große Plan für 会議 и ПРИВЕТ');
    for (const q of ['plan GROẞE', '"große plan"', '会議', 'привет', 'ривет plan']) expect(await ids(owner, q), q).toEqual([one]);
    for (const q of ['plan kleine', '"plan große"', 'la', '.*']) expect(await ids(owner, q), q).toEqual([]);
  });

  promise('200 limited by `in`, `from`, `before` and `after`', async () => {
    const { owner, guest } = await everybody();
    const [first, second] = [await say(owner, 'otter one'), await say(guest, 'otter two')];
    await covers('createTask', 200, owner, { title: 'otter three' });
    const { results } = await search(owner, 'otter', { in: 'messages' });
    expect(results.map(({ id }) => id)).toEqual([second, first]);
    expect(await ids(owner, 'otter', { in: 'messages,files', from: owner.id })).toEqual([first]);
    expect(await ids(owner, 'otter', { in: 'messages', before: results[0]!.at })).toEqual([first]);
    expect(await ids(owner, 'otter', { in: 'messages', after: results[1]!.at })).toEqual([second]);
  });

  promise('200 with a cursor that leads through all results once', async () => {
    const { owner } = await everybody();
    const said: string[] = [];
    for (let i = 0; i < 5; i += 1) said.unshift(await say(owner, `stork ${i}`));
    await say(owner, 'nothing');
    const found: string[] = [];
    let cursor: string | undefined;
    let calls = 0;
    do {
      const page = await search(owner, 'stork', { limit: 2, cursor });
      expect(page.results.length <= 2 && page.hasMore === (page.cursor !== undefined)).toBe(true);
      found.push(...page.results.map(({ id }) => id));
      ({ cursor } = page);
    } while (cursor !== undefined && (calls += 1) < 20);
    expect(found).toEqual(said);
  });

  promise('400 for what is no search', async () => {
    const owner = await openSpace();
    const many = Array.from({ length: 21 }, (_, i) => `w${i}`).join(' ');
    for (const wrong of [
      { q: '' },
      { q: '"" " ' },
      { q: 'x'.repeat(501) },
      { q: many },
      { q: 'a\0b' },
      { q: 'a', in: 'everything' },
      { q: 'a', from: 'nobody' },
      { q: 'a', before: 'yesterday' },
      { q: 'a', limit: 51 },
      { q: 'a', cursor: 'somewhere' },
    ] satisfies Input[])
      expect((await covers('searchSpace', 400, owner, wrong)).body.code).toBe('invalid_request');
    expect(await ids(owner, 'heron', { from: randomUUID() })).toEqual([]);
  });

  promise('200 without deleted artifacts, old versions and answers', async () => {
    const { owner, guest } = await everybody();
    const artifactId = await write(owner, 'ibis');
    await covers('writeArtifact', 200, owner, { artifactId, content: 'crane', baseVersion: 1, lock: 'auto' });
    expect(await ids(owner, 'ibis')).toEqual([]);
    expect(await ids(owner, 'crane')).toEqual([artifactId]);
    await covers('deleteArtifact', 200, owner, { artifactId });
    expect(await ids(owner, 'crane')).toEqual([]);
    const { decisionId } = (await covers('createDecision', 200, owner, { title: 'Ship it?', voters: [guest.id] })).body;
    await covers('answerDecision', 200, guest, { decisionId, option: 'approve', reason: 'a pelican said so' });
    expect(await ids(owner, 'pelican')).toEqual([]);
  });
});
