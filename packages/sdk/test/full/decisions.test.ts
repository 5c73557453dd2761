import { startServer } from '@parley/testing';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import {
  DecisionEndedError,
  ForbiddenError,
  InvalidRequestError,
  KeyError,
  NoOutcomeError,
  TimeoutError,
  VersionConflictError,
  type Space,
} from '../../src/index.ts';
import { connect, eventually, listen, meeting, quietly, scratch } from '../meeting.ts';

const server = inject('server');

async function crew(): Promise<[owner: Space, bob: Space, eve: Space]> {
  const [owner, bob, eve] = await meeting(connect(server.url), 'Bob', 'Eve');
  return [owner, bob!, eve!];
}

const failed = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => 'succeeded',
    (error: unknown) => error,
  );

/** A client that says when a wait has begun: then the question is known, and its events are followed. */
function watched(url: string) {
  let isWaiting = false;
  const parley = connect(url, {
    fetch: (address, init) => {
      if (String(address).includes('/stream')) isWaiting = true;
      return fetch(address, init);
    },
  });
  return { parley, waiting: () => eventually(() => isWaiting) };
}

describe('a decision', () => {
  test('is asked of participants by name, answered in time, and read by all who wait', async () => {
    const [owner, bob, eve] = await crew();
    const decision = await eve.decide({
      title: 'When?',
      text: '# Dates',
      options: ['monday', 'tuesday'],
      voters: ['Bob', 'Olga'],
    });
    const outcomes = [decision.outcome(), (await owner.decisions.get('When?')).outcome(), decision.outcome()];
    const asked = await bob.decisions.get(decision.id);
    expect([asked.view.text, asked.state]).toEqual(['# Dates', 'open']);
    expect((await owner.decisions.list({ mine: true })).map(({ id }) => id)).toEqual([decision.id]);
    await asked.answer('tuesday', { reason: 'Monday is a holiday' });
    expect(await Promise.all(outcomes)).toEqual(['tuesday', 'tuesday', 'tuesday']);
    expect(decision.view.voters).toMatchObject([{ name: 'Bob', reason: 'Monday is a holiday' }, { answered: false }]);
    expect(await decision.outcome()).toBe('tuesday');
    expect(await failed((await owner.decisions.get(decision.id)).answer('monday'))).toMatchObject({
      name: 'DecisionEndedError',
      outcome: 'tuesday',
    });
    await owner.close();
  });

  test('reaches a worker as a delivery, which its answer settles; who waits for it is not told again', async () => {
    const [owner, bob] = await crew();
    const stop = new AbortController();
    const told: string[] = [];
    const working = [
      bob.work(
        async ({ message }) => {
          const decision = await bob.decisions.get(message.decisionId!);
          await decision.answer('Approve');
        },
        { signal: stop.signal },
      ),
      owner.work(({ message }) => void told.push(message.content), { signal: stop.signal }),
    ];
    expect(await (await owner.decide({ title: 'Ship it?', voters: ['Bob'] })).outcome()).toBe('approve');
    expect((await owner.call('listDeliveries', { state: 'open' })).deliveries).toEqual([]);
    await bob.send('Done', { to: 'Olga' });
    await eventually(() => told.length > 0);
    expect(told).toEqual(['Done']);
    const { deliveries } = await bob.call('listDeliveries', { state: 'all' });
    expect(deliveries).toMatchObject([{ expects: 'answer', outcome: 'answered' }]);
    stop.abort();
    await Promise.all(working);
  });

  test('is one about a version: its author does not vote, and another version is refused with the difference', async () => {
    const [owner, bob, eve] = await crew();
    const plan = await bob.artifacts.create({ name: 'Plan', content: 'one\n' });
    const artifact = { artifactId: plan.id, version: 1 };
    const decision = await bob.decide({ title: 'This plan?', voters: 'all', artifact });
    await plan.edit({ content: 'two\n' });
    expect(await failed((await bob.decisions.get(decision.id)).answer('approve'))).toMatchObject({ code: 'own_work' });
    const asked = await eve.decisions.get(decision.id);
    const conflict = await failed(asked.answer('approve', { version: 2 }));
    expect(conflict).toBeInstanceOf(VersionConflictError);
    expect(conflict).toMatchObject({ currentVersion: 2, body: { pinned: 1 }, diff: { from: 1, to: 2, added: 1, removed: 1 } });
    await asked.answer('approve');
    expect(await decision.outcome()).toBe('approve');
    expect(decision.view.artifact).toMatchObject({ version: 1, currentVersion: 2, changedSince: true });
    await owner.close();
  });

  test('has no outcome when it is withdrawn, lapses, or is closed without answers', async () => {
    const [owner, bob, eve] = await crew();
    const withdrawn = await bob.decide({ title: 'Withdrawn' });
    const [waiting, elsewhere] = [failed(withdrawn.outcome()), failed((await eve.decisions.get(withdrawn.id)).outcome())];
    expect(await failed((await eve.decisions.get(withdrawn.id)).withdraw())).toBeInstanceOf(ForbiddenError);
    await (await bob.decisions.get(withdrawn.id)).withdraw();
    for (const error of await Promise.all([waiting, elsewhere])) {
      expect(error).toBeInstanceOf(NoOutcomeError);
      expect(error).toMatchObject({ code: 'decision_withdrawn', decision: { state: 'withdrawn', endedBy: bob.participantId } });
    }
    expect(withdrawn.state).toBe('withdrawn');
    const tied = await owner.decide({ title: 'Tied', voters: ['Bob', 'Eve'], rule: 'majority' });
    await (await bob.decisions.get(tied.id)).answer('approve');
    await (await eve.decisions.get(tied.id)).answer('reject');
    expect(await failed(tied.outcome())).toMatchObject({ code: 'decision_lapsed', decision: { state: 'lapsed' } });
    const closed = await owner.decide({ title: 'Closed', voters: ['Bob'] });
    expect(await closed.close({ statement: 'Too late' })).toMatchObject({ state: 'lapsed', statement: 'Too late' });
    expect(await failed(closed.withdraw())).toBeInstanceOf(DecisionEndedError);
    expect((await owner.decisions.list({ state: 'all', limit: 2 })).map(({ view }) => view.title)).toEqual(['Closed', 'Tied']);
  });

  test('is refused with an option twice, an unknown voter, or a fallback of others than the owner', async () => {
    const [, bob] = await crew();
    expect(await failed(bob.decide({ title: '?', options: ['a', 'a'] }))).toBeInstanceOf(InvalidRequestError);
    expect(await failed(bob.decide({ title: '?', voters: ['Zoe'] }))).toBeInstanceOf(InvalidRequestError);
    expect(await failed(bob.decide({ title: '?', expiresInSeconds: 60, fallback: 'reject' }))).toBeInstanceOf(ForbiddenError);
  });

  test('is opened once when a process that crashed opens it again with its Idempotency-Key', async () => {
    const [owner, bob] = await crew();
    const wish = () => bob.decide({ title: 'Once?' }, { idempotencyKey: 'deploy-7' });
    const [first, second] = [await wish(), await wish()];
    expect(second.id).toBe(first.id);
    await (await owner.decisions.get(first.id)).answer('reject');
    expect(await (await wish()).outcome()).toBe('reject');
  });
});

describe('a wait for the outcome', () => {
  test('ends with its time or its signal, and the decision stays open', async () => {
    const [owner, bob] = await crew();
    const { parley, waiting } = watched(server.url);
    const decision = await bob.decide({ title: 'Ship it?' });
    expect(await failed(decision.outcome({ timeoutMs: 300 }))).toBeInstanceOf(TimeoutError);
    const stop = new AbortController();
    const asking = failed((await parley.space(bob).decisions.get(decision.id)).outcome({ signal: stop.signal }));
    await waiting();
    stop.abort(new Error('enough'));
    expect(await asking).toMatchObject({ message: 'enough' });
    expect(await failed(decision.outcome({ signal: stop.signal }))).toMatchObject({ message: 'enough' });
    await (await owner.decisions.get(decision.id)).answer('approve');
    expect(await decision.outcome()).toBe('approve');
  });

  test('outlives a service that is killed, and goes on in another process by the id of the decision', async () => {
    const settings = quietly(scratch(onTestFinished));
    let other = await startServer(settings);
    const { url } = other;
    onTestFinished(() => other.kill());
    const restart = async () => {
      await other.kill();
      other = await startServer({ ...settings, PORT: new URL(url).port });
    };
    const { parley, waiting } = watched(url);
    const [owner, bob] = await meeting(parley, 'Bob');
    const decision = await bob!.decide({ title: 'Ship it?', rule: 'all', voters: 'all' });
    const first = decision.outcome();
    await waiting();
    await restart();
    await (await owner.decisions.get(decision.id)).answer('approve');
    await restart();
    // Another process knows the keys and the id only.
    const { spaceId, key } = bob!;
    const resumed = (await connect(url).space({ spaceId, key }).decisions.get(decision.id)).outcome();
    await (await bob!.decisions.get(decision.id)).answer('approve');
    expect(await Promise.all([first, resumed])).toEqual(['approve', 'approve']);
    await restart();
    expect(await (await connect(url).space({ spaceId, key }).decisions.get(decision.id)).outcome()).toBe('approve');
  });

  test('begins during an outage, if it has as much time', async () => {
    const settings = quietly(scratch(onTestFinished));
    let other = await startServer(settings);
    const { url } = other;
    onTestFinished(() => other.kill());
    const [owner, bob] = await meeting(connect(url, { maxRetries: 0 }), 'Bob');
    const decision = await bob!.decide({ title: 'Ship it?' });
    await other.stop();
    const waiting = decision.outcome();
    other = await startServer({ ...settings, PORT: new URL(url).port });
    await (await owner.decisions.get(decision.id)).answer('approve');
    expect(await waiting).toBe('approve');
  });

  test('learns of the end where streams do not work, and where only messages arrive', async () => {
    const [owner, bob] = await crew();
    const streamless: typeof fetch = async (input, init) =>
      String(input).includes('/stream')
        ? new Response('{}', { headers: { 'content-type': 'application/json' } })
        : fetch(input, init);
    const decision = await bob.decide({ title: 'Ship it?' });
    const waiting = (await connect(server.url, { fetch: streamless }).space(bob).decisions.get(decision.id)).outcome();
    await (await owner.decisions.get(decision.id)).answer('approve');
    expect(await waiting).toBe('approve');
  });

  test('fails when you are kicked, and when the space ends', async () => {
    const [owner, bob, eve] = await crew();
    const { heard } = listen(bob.events());
    await eventually(() => heard.length > 0);
    const decision = await eve.decide({ title: 'Ship it?' });
    const waits = [bob, owner].map(async (space) => failed((await space.decisions.get(decision.id)).outcome()));
    await owner.kick('Bob');
    expect(await waits[0]).toBeInstanceOf(KeyError);
    await owner.close();
    expect(await waits[1]).toBeInstanceOf(KeyError);
  });
});
