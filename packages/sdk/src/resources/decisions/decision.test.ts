import { describe, expect, expectTypeOf, test } from 'vitest';
import { refused } from '../../../test/scripted-artifact.ts';
import { json, refusal, scripted, type Step } from '../../../test/scripted-fetch.ts';
import {
  ConflictError,
  Decision,
  DecisionEndedError,
  ForbiddenError,
  NoOutcomeError,
  Parley,
  VersionConflictError,
  type DecisionView,
  type NewDecision,
  type Operations,
  type Space,
} from '../../index.ts';

const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const decisionId = '5b1d4a1e-7a57-4c8f-9d7f-000000000003';
const artifactId = '5b1d4a1e-7a57-4c8f-9d7f-000000000004';
const open = {
  decisionId,
  sequence: 7,
  title: 'Ship it?',
  options: [],
  voters: [],
  state: 'open',
  openedBy: 'p1',
  rule: 'first',
} as unknown as DecisionView;
const decided = { ...open, state: 'decided', outcome: 'approve' };
const path = `/hub/space/${spaceId}/decisions`;

function serving(...steps: [Step, ...Step[]]) {
  const { fetch, requests } = scripted(...steps);
  const space = new Parley({ baseUrl: 'http://parley.test', fetch }).space({ spaceId, key: 'k' });
  const sent = () =>
    Promise.all(
      requests.map(async (request) => {
        const { pathname, search } = new URL(request.url);
        const body = request.body ? ((await request.clone().json()) as object) : undefined;
        return [`${request.method} ${pathname.replace(path, '')}${search}`, body];
      }),
    );
  return { space, sent };
}

describe('a decision', () => {
  test('is opened with the default options, or with ids that are labels too', async () => {
    const { space, sent } = serving(json(open));
    const decision = await space.decide({ title: 'Ship it?' });
    expect(decision).toBeInstanceOf(Decision);
    expect([decision.id, decision.state, JSON.parse(JSON.stringify(decision))]).toEqual([decisionId, 'open', open]);
    await space.decide({
      title: 'When?',
      text: 'The date of the launch',
      options: ['monday', { id: 'tuesday' }, { id: 'never', label: 'Not at all', description: 'We stay at home' }],
      voters: ['Bob', 'Eve'],
      rule: 'majority',
      artifact: { artifactId, version: 3 },
      secret: true,
      expiresInSeconds: 60,
      fallback: 'never',
    });
    expect(await sent()).toEqual([
      ['POST ', { title: 'Ship it?' }],
      [
        'POST ',
        {
          title: 'When?',
          text: 'The date of the launch',
          options: [
            { id: 'monday', label: 'monday' },
            { id: 'tuesday', label: 'tuesday' },
            { id: 'never', label: 'Not at all', description: 'We stay at home' },
          ],
          voters: ['Bob', 'Eve'],
          rule: 'majority',
          artifact: { artifactId, version: 3 },
          secret: true,
          expiresInSeconds: 60,
          fallback: 'never',
        },
      ],
    ]);
  });

  test('is found by its id, its title or its number, and listed', async () => {
    const other = { ...open, decisionId: artifactId, title: 'And then?', sequence: 9 };
    const { space, sent } = serving(
      json({ ...open, text: 'Long' }),
      json({ decisions: [other, open], hasMore: false }),
      json(open),
      json({ decisions: [other], hasMore: false }),
      json({ decisions: [other, decided], hasMore: false }),
      json(decided),
      json({ decisions: [open], hasMore: false }),
    );
    expect((await space.decisions.get(decisionId)).view.text).toBe('Long');
    await space.decisions.get('ship it?');
    expect((await space.decisions.get('#7')).state).toBe('decided');
    expect(await space.decisions.list({ state: 'all', mine: true, before: 12, limit: 2 })).toMatchObject([{ id: decisionId }]);
    expect(await sent()).toEqual([
      [`GET /${decisionId}`, undefined],
      ['GET ?state=open&limit=50', undefined],
      [`GET /${decisionId}`, undefined],
      ['GET ?state=open&limit=50', undefined],
      ['GET ?state=all&limit=50', undefined],
      [`GET /${decisionId}`, undefined],
      ['GET ?state=all&mine=true&before=12&limit=2', undefined],
    ]);
  });

  test('is answered about the version that it shows, withdrawn and closed', async () => {
    const pinned = { ...open, artifact: { artifactId, name: 'Plan', version: 3, sha256: '', changedSince: false } };
    const { space, sent } = serving(
      json(pinned),
      json(pinned),
      json(pinned),
      json({ ...pinned, state: 'withdrawn' }),
      json({ ...pinned, state: 'lapsed' }),
    );
    const decision = await space.decisions.get(decisionId);
    await decision.answer('approve', { reason: 'I have read it' });
    await decision.answer('reject', { version: 2 });
    await decision.withdraw();
    expect(decision.state).toBe('withdrawn');
    await decision.close({ statement: 'Nobody came' });
    expect(decision.state).toBe('lapsed');
    expect((await sent()).slice(1)).toEqual([
      [`POST /${decisionId}/answer`, { option: 'approve', reason: 'I have read it', version: 3 }],
      [`POST /${decisionId}/answer`, { option: 'reject', version: 2 }],
      [`POST /${decisionId}/withdraw`, undefined],
      [`POST /${decisionId}/close`, { statement: 'Nobody came' }],
    ]);
  });

  test('that has ended says what was decided; others say who can answer, and about which version', async () => {
    const { space } = serving(
      json(open),
      refusal(409, 'decision_ended', { outcome: 'reject' }),
      refusal(409, 'decision_ended'),
      refusal(403, 'not_a_voter'),
      refusal(409, 'version_conflict', { pinned: 3, currentVersion: 4 }),
      refusal(409, 'no_voters'),
    );
    const decision = await space.decisions.get(decisionId);
    const error = await refused(decision.answer('approve'));
    expect(error).toBeInstanceOf(DecisionEndedError);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ name: 'DecisionEndedError', outcome: 'reject' });
    expect((await refused(decision.withdraw())) as DecisionEndedError).toMatchObject({ outcome: undefined });
    expect(await refused(decision.answer('approve'))).toBeInstanceOf(ForbiddenError);
    const conflict = await refused(decision.answer('approve', { version: 4 }));
    expect(conflict).toBeInstanceOf(VersionConflictError);
    expect(conflict).toMatchObject({ currentVersion: 4, body: { pinned: 3 } });
    expect(await refused(space.decide({ title: 'Ship it?', voters: 'humans' }))).toMatchObject({ code: 'no_voters' });
  });

  test.each([
    ['no title', (space: Space) => space.decide({} as NewDecision<[]>), 'title is required'],
    ['a question that is a text', (space: Space) => space.decide('Ship it?' as never), 'question must be an object'],
    [
      'options that are a text',
      (space: Space) => space.decide({ title: '?', options: 'a, b' as never }),
      'options must be an array',
    ],
    [
      'an option without id',
      (space: Space) => space.decide({ title: '?', options: [{ label: 'A' } as never, 'b'] }),
      'id is required',
    ],
    [
      'an option that is null',
      (space: Space) => space.decide({ title: '?', options: [null as never, 'b'] }),
      'an option must be an object',
    ],
    ['no voters', (space: Space) => space.decide({ title: '?', voters: [] }), 'voters must be an id, a name or an array of them'],
    [
      'a voter without name',
      (space: Space) => space.decide({ title: '?', voters: [''] }),
      'voters must be an id, a name or an array of them',
    ],
    [
      'an artifact by its id alone',
      (space: Space) => space.decide({ title: '?', artifact: artifactId as never }),
      'artifact must be an object',
    ],
    [
      'an artifact without version',
      (space: Space) => space.decide({ title: '?', artifact: { artifactId } as never }),
      'version is required',
    ],
    [
      'half a second',
      (space: Space) => space.decide({ title: '?', expiresInSeconds: 60.5 }),
      'expiresInSeconds must be an integer',
    ],
    [
      'a fallback that is a place',
      (space: Space) => space.decide({ title: '?', fallback: 1 as never }),
      'fallback must be a string',
    ],
    [
      'a secret that is a text',
      (space: Space) => space.decide({ title: '?', secret: 'yes' as never }),
      'secret must be a boolean',
    ],
    ['a misspelt field', (space: Space) => space.decide({ title: '?', voter: ['Bob'] } as never), 'did you mean "voters"?'],
    [
      'an unknown option of the call',
      (space: Space) => space.decide({ title: '?' }, { timeout: 1 } as object),
      'options cannot have "timeout"',
    ],
    ['no id', (space: Space) => space.decisions.get(undefined as never), 'idOrName is required'],
  ])('is not opened or read with %s: nothing is sent', async (_, act, words) => {
    const { space, sent } = serving(json(open));
    const error = await refused(Promise.resolve(act(space)));
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toContain(words);
    expect(await sent()).toEqual([]);
  });

  test.each([
    ['no option', (decision: Decision) => decision.answer(undefined as never)],
    ['a misspelt reason', (decision: Decision) => decision.answer('approve', { raeson: 'I like it' } as object)],
    ['a version that is a text', (decision: Decision) => decision.answer('approve', { version: '3' as never })],
    ['a statement that is none', (decision: Decision) => decision.close({ statement: 3 as never })],
    ['a wait without end', (decision: Decision) => decision.outcome({ timeoutMs: -1 })],
    ['a wait with an option of others', (decision: Decision) => decision.outcome({ withdraw: true } as object)],
  ])('is not answered, closed or waited for with %s: nothing is sent', async (_, act) => {
    const { space, sent } = serving(json(open));
    const decision = await space.decisions.get(decisionId);
    expect(await refused(Promise.resolve(act(decision)))).toBeInstanceOf(TypeError);
    expect(await sent()).toHaveLength(1);
  });
});

describe('the outcome', () => {
  test('of a decision that has ended is there at once', async () => {
    const { space, sent } = serving(json(open), json(decided));
    const decision = await space.decisions.get(decisionId);
    expect(await decision.outcome()).toBe('approve');
    expect(decision.state).toBe('decided');
    expect((await sent()).slice(1)).toEqual([[`GET /${decisionId}`, undefined]]);
  });

  test.each(['lapsed', 'withdrawn'] as const)(
    'is missing if it has %s: the error has the decision as it ended',
    async (state) => {
      const { space } = serving(json(open), json({ ...open, state }));
      const decision = await space.decisions.get(decisionId);
      const error = await refused(decision.outcome());
      expect(error).toBeInstanceOf(NoOutcomeError);
      expect(error).toMatchObject({ name: 'NoOutcomeError', code: `decision_${state}`, decision: { state } });
      expect(decision.state).toBe(state);
    },
  );

  test('is asked for with all fields that the contract has', () => {
    type Fields = Exclude<keyof Operations['createDecision']['input'], 'spaceId'>;
    expectTypeOf<keyof NewDecision<[]>>().toEqualTypeOf<Fields>();
  });

  test('has the type of the options, without `as const`', () => {
    type Outcome<Of extends { outcome(): unknown }> = Awaited<ReturnType<Of['outcome']>>;
    const typed = async (space: Space, name: string) => {
      const plain = await space.decide({ title: '?' });
      expectTypeOf<Outcome<typeof plain>>().toEqualTypeOf<'approve' | 'reject'>();
      const texts = await space.decide({ title: '?', options: ['monday', 'tuesday'] });
      expectTypeOf<Outcome<typeof texts>>().toEqualTypeOf<'monday' | 'tuesday'>();
      const mixed = await space.decide({ title: '?', options: [{ id: 'yes', label: 'Of course' }, 'no'], fallback: 'no' });
      expectTypeOf<Outcome<typeof mixed>>().toEqualTypeOf<'yes' | 'no'>();
      const unknown = await space.decide({ title: '?', options: ['monday', name] });
      expectTypeOf<Outcome<typeof unknown>>().toEqualTypeOf<string>();
      expectTypeOf<Outcome<Awaited<ReturnType<typeof space.decisions.get>>>>().toEqualTypeOf<string>();
      // @ts-expect-error there is no such option
      void plain.answer('monday');
      // @ts-expect-error nor is this one
      void space.decide({ title: '?', options: ['monday', 'tuesday'], fallback: 'sunday' });
      // @ts-expect-error an option has an id
      void space.decide({ title: '?', options: [{ label: 'Yes' }, 'no'] });
    };
    expectTypeOf(typed).toBeFunction();
  });
});
