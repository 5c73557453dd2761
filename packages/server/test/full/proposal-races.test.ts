import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, ask, createArtifact, meeting, startServer, type Input, type Member, type TestServer } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../databases.ts';
import { eventually } from '../eventually.ts';

const [authors, processes, rounds] = [4, 3, 4];
type Ending = 'acceptProposal' | 'rejectProposal' | 'withdrawProposal';
const stateAfter = { acceptProposal: 'accepted', rejectProposal: 'rejected', withdrawProposal: 'withdrawn' } as const;

test('each proposal ends once, its author learns it once, and no text is lost, on three processes that are killed', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const servers: TestServer[] = await Promise.all(Array.from({ length: processes }, () => startServer(place.settings)));
  onTestFinished(() => Promise.all(servers.map((server) => server.kill())).then(() => {}));
  const any = () => servers[randomInt(processes)]!;
  const { owner, crew } = await meeting(servers[0]!, authors + 1);
  const [creator, ...writers] = crew as [Member, ...Member[]];
  const artifactId = await createArtifact(servers[0]!, creator, '');
  const opened = new Map<string, { text: string; author: Member }>();
  const ends = new Map<string, string[]>();
  let isOver = false;

  /** Repeats an unanswered write with its key until it is answered. */
  async function once<Name extends Ending | 'createProposal' | 'claimDelivery'>(name: Name, who: Member, input: Input) {
    for (const key = randomUUID(); ;) {
      const answered = await ask(any(), name, who, { artifactId, ...input }, key);
      if ([200, 400, 409].includes(answered.status)) return answered;
      await sleep(20);
    }
  }

  async function end(name: Ending, who: Member, proposalId: string, input: Input = {}): Promise<void> {
    const { status } = await once(name, who, { proposalId, ...input });
    if (status === 200) ends.set(proposalId, [...(ends.get(proposalId) ?? []), stateAfter[name]]);
  }

  async function propose(author: Member): Promise<void> {
    while (!isOver) {
      const text = `${randomUUID()}\n`;
      // Claims what it is told, because only so many deliveries can be open.
      await once('claimDelivery', author, {});
      const { status, body } = await once('createProposal', author, { baseVersion: 1, append: text });
      if (status !== 200) continue;
      opened.set(body.proposalId, { text, author });
      if (randomInt(3) === 0) await end('withdrawProposal', author, body.proposalId);
    }
  }

  async function decide(who: Member): Promise<void> {
    while (!isOver) {
      const [read, listed] = await Promise.all([
        ask(any(), 'getArtifact', who, { artifactId }),
        ask(any(), 'listProposals', who, { artifactId }),
      ]);
      if (read.status !== 200 || listed.status !== 200) continue;
      for (const { proposalId } of listed.body.proposals.slice(-2)) {
        if (randomInt(4) === 0) await end('rejectProposal', who, proposalId, { note: 'No' });
        else await end('acceptProposal', who, proposalId, { baseVersion: read.body.version });
      }
    }
  }

  const working = Promise.all([...writers.map(propose), ...[owner, creator, owner].map(decide)]);
  for (let round = 0; round < rounds; round += 1) {
    await sleep(randomInt(200, 600));
    const i = round % processes;
    await servers[i]!.kill();
    servers[i] = await startServer(place.settings);
  }
  await eventually(() => [...ends.values()].flat().filter((end) => end !== 'withdrawn').length > authors);
  isOver = true;
  await working;

  async function pages<Each>(read: (before: number | undefined) => Promise<Each[]>, place: (last: Each) => number) {
    const all: Each[] = [];
    for (let page = await read(undefined); page.length > 0; page = await read(place(page.at(-1)!))) all.push(...page);
    return all;
  }
  const about = { artifactId, limit: 100 };
  const proposals = await pages(
    async (before) => (await answer(200, any(), 'listProposals', owner, { ...about, state: 'all', before })).proposals,
    ({ sequence }) => sequence!,
  );
  expect(proposals.map(({ proposalId }) => proposalId).toSorted()).toEqual([...opened.keys()].toSorted());
  const told = proposals.map(({ proposalId, state }) => [state === 'open' ? [] : [state], ends.get(proposalId) ?? []]);
  expect(told.filter(([stored, answered]) => String(stored) !== String(answered))).toEqual([]);

  const versions = await pages(
    async (before) => (await answer(200, any(), 'listArtifactVersions', owner, { ...about, before })).versions,
    ({ version }) => version,
  );
  expect(versions.map(({ version }) => version)).toEqual(versions.map((_, i) => versions.length - i));
  const accepted = proposals.filter(({ state }) => state === 'accepted');
  const became = accepted.map(({ proposalId, version, authorId, endedBy }) => ({
    proposalId,
    version,
    authorId,
    acceptedBy: endedBy,
  }));
  expect(became.toSorted((a, b) => b.version! - a.version!)).toEqual(
    versions.slice(0, -1).map(({ proposalId, version, authorId, acceptedBy }) => ({ proposalId, version, authorId, acceptedBy })),
  );
  const { content } = await answer(200, any(), 'getArtifact', owner, { artifactId });
  const texts = accepted.map(({ proposalId }) => opened.get(proposalId)!.text);
  expect(content.split(/(?<=\n)/).toSorted()).toEqual(texts.toSorted());
  for (const { proposalId } of proposals) {
    const read = await answer(200, any(), 'getProposal', owner, { artifactId, proposalId });
    expect(read.append).toBe(opened.get(proposalId)!.text);
  }

  const messages = await pages(
    async (after) => (await answer(200, any(), 'listMessages', owner, { after: after ?? 0 })).messages,
    ({ sequence }) => sequence,
  );
  const verdicts = messages.flatMap(({ senderId, proposalId }) =>
    [owner.id, creator.id].includes(senderId) && proposalId ? [proposalId] : [],
  );
  const decided = proposals.filter(({ state }) => state === 'accepted' || state === 'rejected');
  expect(verdicts.toSorted()).toEqual(decided.map(({ proposalId }) => proposalId).toSorted());
  expect(decided.length).toBeGreaterThan(authors);
}, 300_000);
