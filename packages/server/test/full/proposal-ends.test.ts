import { answer, ask, createArtifact, meeting, startServer, type Member, type TestServer } from '@parley/testing';
import { expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../databases.ts';

const rounds = 12;

test('a proposal ends once, whatever happens to it at the same time on two processes, and then nobody is asked about it', async () => {
  const place = await onPostgres();
  onTestFinished(place.remove);
  const servers: TestServer[] = await Promise.all([1, 2].map(() => startServer(place.settings)));
  onTestFinished(() => Promise.all(servers.map((server) => server.stop())).then(() => {}));
  const [one, two] = servers as [TestServer, TestServer];
  const { owner, crew } = await meeting(one, 2);
  const [ada, ben] = crew as [Member, Member];

  for (let round = 0; round < rounds; round += 1) {
    const plan = { artifactId: await createArtifact(one, ada, 'text\n') };
    const { proposalId } = await answer(200, two, 'createProposal', ben, { ...plan, baseVersion: 1, append: 'x' });
    const of = { ...plan, proposalId };
    const late = { ...plan, content: 'late', baseVersion: 1, keep: 'proposal' as const };
    const isDeleted = round % 3 === 0;
    const answers = await Promise.all([
      ask(one, 'acceptProposal', owner, { ...of, baseVersion: 1 }),
      ask(two, 'acceptProposal', ada, { ...of, baseVersion: 1 }),
      ask(two, 'rejectProposal', owner, of),
      ask(one, 'withdrawProposal', ben, of),
      ask(two, 'rebaseProposal', ben, { ...of, baseVersion: 1, append: 'y' }),
      ask(one, 'claimDelivery', ada),
      ask(two, 'claimDelivery', owner),
      ask(two, 'writeArtifact', ben, late),
      ...(isDeleted ? [ask(two, 'deleteArtifact', ada, plan)] : []),
    ]);
    const known = [200, 409, 423, ...(isDeleted ? [404] : [])];
    expect(answers.map(({ status }) => status).filter((status) => !known.includes(status))).toEqual([]);
    if (isDeleted) await answer(200, one, 'restoreArtifact', owner, plan);
    const { state, version } = await answer(200, two, 'getProposal', owner, of);
    expect(state).not.toBe('open');
    expect((await answer(200, one, 'getArtifact', owner, plan)).version).toBe(version ?? 1);
  }
  const ends =
    await place.sql(`select count(*)::int as ends from events where event = 'proposal' and body not like '%"state":"open"%'
    group by body::json->>'proposalId'`);
  expect(ends.length).toBeGreaterThanOrEqual(rounds);
  expect(new Set(ends.map(({ ends }) => ends))).toEqual(new Set([1]));
  for (const { id: artifactId } of (await answer(200, one, 'listArtifacts', owner)).artifacts) {
    const { proposals } = await answer(200, one, 'listProposals', owner, { artifactId });
    for (const { proposalId } of proposals) await answer(200, two, 'withdrawProposal', ben, { artifactId, proposalId });
  }
  expect((await answer(200, one, 'listDeliveries', ben, { role: 'sender', limit: 100 })).deliveries).toEqual([]);
});
