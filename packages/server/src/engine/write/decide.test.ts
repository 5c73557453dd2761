import { tables } from '../../resources/index.ts';
import {
  nextDue,
  newSpace,
  admit,
  apply,
  artifact as artifactRules,
  version as versionRules,
  defaultLimits,
  delivery as deliveryRules,
  fullSpaceReserve,
  messageSent,
  participant as participantRules,
  proposal,
  ServiceError,
  space as spaceRules,
  type Changes,
  type ArtifactVersion,
  type Participant,
  type SpaceState,
} from '@parley/core';
import { describe, expect, it } from 'vitest';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import { nothingYet } from './effects.ts';
import { decideBatch, type SpaceWrite } from './decide.ts';

const rev = 7;
const hour = 3_600_000;

const start = newSpace(
  { spaceId: 's', ownerId: 'owner', keyHash: 'owner-key', name: 'Space', description: '', privacy: 'private', ttl: 3_600 },
  0,
);
const owner = start.participants.get('owner')!;
const approved: Participant = {
  ...participantRules.join(
    start,
    { participantId: 'bob', keyHash: 'bob-key', invitationId: 'i', name: 'Bob', speaker: 'guest' },
    10,
  ),
  status: 'active',
};
const note = artifactRules.create(
  start,
  { artifactId: 'note', name: 'Note', measures: { bytes: 0, contentBytes: 0, sha256: '' } },
  owner,
  0,
  defaultLimits,
);
const author = artifactRules.authorIn(start, owner);
const locked = artifactRules.lock(start, note, owner, 0, 1_000);

const place = { limits: { ...defaultLimits, bytesPerSpace: 1_000 }, tables };
const take = (state: SpaceState, writes: readonly SpaceWrite[], now = 1, bytes = 0) =>
  decideBatch(
    's',
    { rev, state, due: nextDue(state), bytes },
    writes.map((write) => ({ write })),
    now,
    place,
  );

const nothing: SpaceWrite = { admit: () => undefined, decide: () => ({ outcome: undefined }), size: 0 };
const say = (content: string, fields: Partial<SpaceWrite> = {}): SpaceWrite => ({
  admit: () => undefined,
  decide: () => ({ events: [messageSent(start, owner, { id: content, content, type: 'text' })], outcome: content }),
  size: 1,
  ...fields,
});
const by = ({ participantId }: Participant): Pick<SpaceWrite, 'admit'> => ({
  admit: (state, now) =>
    admit('member', true, state, { kind: 'participant', participant: state.participants.get(participantId)! }, now),
});
const record = (sealed: unknown): IdempotencyRecord => ({
  scope: 'k',
  digest: '',
  status: 200,
  sealed: String(sealed),
  expiresAt: 9,
});
const refusal = new ServiceError('muted', 'no');
const refuse = (): never => {
  throw refusal;
};

describe('what a batch forgets', () => {
  const spent = (messages: number) => ({ participantId: 'bob', messages });
  const state = apply(start, { spending: [spent(2)] });
  const change = (changes: Changes): SpaceWrite => ({ ...nothing, decide: () => ({ changes, outcome: undefined }) });
  const forget = change({ forgotten: { spending: [spent(2)] } });

  it('is a change of the state', () => {
    expect(take(state, [forget])).toMatchObject({
      idle: false,
      commit: { bumps: true, saved: {}, forgotten: { spending: [spent(2)] } },
    });
  });

  it('is saved, and not deleted by the same statement, if it is needed again', () => {
    const { commit, state: after } = take(state, [forget, change({ spending: [spent(1)] })]);
    expect(commit).toMatchObject({ saved: { spending: [spent(1)] }, forgotten: { spending: [] } });
    expect([...after.spending.values()]).toEqual([spent(1)]);
  });
});

describe('what a batch ends, which stays stored', () => {
  const opened = proposal.open(start, note, { proposalId: 'p', baseVersion: 1, via: 'append' }, owner, 0);
  const ended = proposal.end(opened, { state: 'withdrawn', at: 0, by: opened.authorId });
  const change = (changes: Changes): SpaceWrite => ({ ...nothing, decide: () => ({ changes, outcome: undefined }) });
  const end = change({ forgotten: { proposals: [ended] } });

  it('is changed where it is stored', () => {
    const { commit, state } = take(apply(start, { proposals: [opened] }), [end]);
    expect(commit).toMatchObject({ saved: {}, forgotten: { proposals: [ended] } });
    expect(state.proposals.size).toBe(0);
  });

  it('is saved as ended if it began in the same batch', () => {
    const { commit, state } = take(start, [change({ proposals: [opened] }), end]);
    expect(commit).toMatchObject({ saved: { proposals: [ended] }, forgotten: {} });
    expect(state.proposals.size).toBe(0);
  });
});

describe('due changes happen first', () => {
  const state = apply(start, { artifacts: [locked] });

  it('releases an expired lock, with an event, and only then decides', () => {
    const lockedWhenDecided: unknown[] = [];
    const look: SpaceWrite = {
      ...nothing,
      decide: ({ artifacts }) => ({ outcome: lockedWhenDecided.push(artifacts.get('note')!.lock) }),
    };
    const { commit, state: after } = take(state, [look, say('hi')], 1_000);
    expect(lockedWhenDecided).toEqual([undefined]);
    expect(commit.events.map(({ event, body }) => [event, JSON.parse(body).action])).toEqual([
      ['artifact', 'lock-expired'],
      ['message', undefined],
    ]);
    expect(JSON.parse(commit.events[0]!.body)).toMatchObject({ actorId: 'owner', artifactId: 'note' });
    expect(commit).toMatchObject({
      spaceId: 's',
      rev,
      bumps: true,
      past: false,
      saved: { artifacts: [{ artifactId: 'note', lock: undefined }] },
    });
    expect(after.artifacts.get('note')!.lock).toBeUndefined();
  });

  it('does nothing a millisecond earlier', () => {
    expect(take(state, [nothing], 999)).toMatchObject({ state, idle: true, commit: { past: false, events: [] } });
  });

  it('closes an expired space at the instant of its expiry, with the fence for the past, and refuses the writes', () => {
    const { commit, verdicts, state: after } = take(state, [say('late', by(owner))], hour + 5);
    expect(commit).toMatchObject({ past: true, bumps: true, saved: { spaces: [{ end: { at: hour, reason: 'expired' } }] } });
    expect(commit.events.map(({ event, body }) => [event, JSON.parse(body)])).toEqual([
      ['space-closed', { reason: 'expired', at: hour }],
    ]);
    expect(verdicts).toMatchObject([{ ok: false, error: { code: 'space_closed' } }]);
    expect(after.space.end).toBeDefined();
  });

  it('closes a space once', () => {
    const closed = apply(start, { space: spaceRules.close(start.space, 1) });
    expect(take(closed, [nothing], hour * 2)).toMatchObject({ idle: true, commit: { past: false } });
  });
});

describe('the first use of a key', () => {
  const state = apply(start, { participants: [approved] });

  it('reveals its holder to the others before its actions', () => {
    const { commit, state: after } = take(state, [say('hi', by(approved)), say('again', by(approved))]);
    expect(commit.events.map(({ event, body }) => [event, JSON.parse(body).isFirstUse])).toEqual([
      ['participant-status', true],
      ['message', undefined],
      ['message', undefined],
    ]);
    expect(JSON.parse(commit.events[0]!.body)).toMatchObject({
      status: 'active',
      previousStatus: 'waitingForApproval',
      actorId: 'bob',
      participantId: 'bob',
    });
    expect(commit.saved.participants).toMatchObject([{ participantId: 'bob', revealed: true }]);
    expect(after.participants.get('bob')!.revealed).toBe(true);
  });

  it('counts even if the write itself is refused', () => {
    const { commit, verdicts, idle } = take(state, [say('hi', { ...by(approved), decide: refuse })]);
    expect(verdicts).toMatchObject([{ ok: false, error: refusal, mayBeRetry: true }]);
    expect(commit.events.map(({ event }) => event)).toEqual(['participant-status']);
    expect(idle).toBe(false);
  });

  it('gives the write a holder who is revealed', () => {
    let seen: unknown;
    const look: SpaceWrite = { ...nothing, ...by(approved), decide: (_state, caller) => ({ outcome: (seen = caller) }) };
    take(state, [look]);
    expect(seen).toMatchObject({ kind: 'participant', participant: { participantId: 'bob', revealed: true } });
  });

  it('causes no event for a holder who is already revealed', () =>
    expect(take(state, [{ ...nothing, ...by(owner) }]).idle).toBe(true));
});

describe('a refused write', () => {
  it('leaves state and commit unchanged, and the others continue', () => {
    const { commit, verdicts, state } = take(start, [
      say('no', { decide: refuse, record }),
      say('yes'),
      say('nor', { admit: refuse, record }),
    ]);
    expect(verdicts).toMatchObject([
      { ok: false, error: refusal, mayBeRetry: true },
      { ok: true, result: { outcome: 'yes' } },
      { ok: false, error: refusal, mayBeRetry: false },
    ]);
    expect(state).toBe(start);
    expect(commit.events.map(({ body }) => JSON.parse(body).content)).toEqual(['yes']);
    expect(commit.records).toEqual([]);
  });

  it('leaves nothing behind if its answer cannot be stored', () => {
    const { commit, state, idle } = take(start, [say('no', { record: refuse })]);
    expect([commit.events, state, idle]).toEqual([[], start, true]);
  });
});

describe('what there is to store', () => {
  it('is nothing if nothing happened', () => {
    expect(take(start, [])).toMatchObject({ idle: true, state: start });
    expect(take(start, [nothing])).toMatchObject({ idle: true, verdicts: [{ ok: true }] });
  });

  it('can be a record alone', () =>
    expect(take(start, [{ ...nothing, record }])).toMatchObject({ idle: false, commit: { bumps: false } }));

  it('is the final version of an invitation, or its removal', () => {
    const change = (changes: Changes): SpaceWrite => ({ ...nothing, decide: () => ({ changes, outcome: 0 }) });
    const [old, made] = ['old', 'made'].map((invitationId) => ({
      invitationId,
      keyHash: `${invitationId}-key`,
      createdAt: 0,
      uses: 0,
    }));
    const used = { ...made!, uses: 1 };
    const invite = change({ invitations: [old!, made!] });
    const { commit, state } = take(start, [invite, change({ invitations: [used], forgotten: { invitations: [old!] } })]);
    expect(commit).toMatchObject({ bumps: true, saved: { invitations: [used] }, forgotten: { invitations: [old] } });
    expect([...state.invitations.values()]).toEqual([used]);
    expect([state.holders.get('made-key'), state.holders.get('old-key')]).toEqual(['made', undefined]);
  });

  it('includes a new rev only if the state changed, which a message does not do', () => {
    expect(take(start, [say('hi')]).commit.bumps).toBe(false);
    const rename: SpaceWrite = {
      ...nothing,
      decide: ({ space }) => ({ changes: { space: { ...space, name: 'New' } }, outcome: 0 }),
    };
    expect(take(start, [rename])).toMatchObject({
      commit: { bumps: true, saved: { spaces: [{ name: 'New' }] } },
      state: { space: { name: 'New' } },
    });
  });

  it('is the last of several versions of one artifact, and every event', () => {
    const write = (content: string): SpaceWrite => ({
      ...nothing,
      decide: ({ artifacts }) => {
        const before = artifacts.get('note')!;
        const after = { ...before, version: before.version + 1 };
        return {
          changes: { artifacts: [after], versions: [versionRules.versionOf(after, { author, via: 'write', content })] },
          outcome: after.version,
        };
      },
    });
    const { commit, verdicts } = take(apply(start, { artifacts: [note] }), [write('a'), write('b')]);
    expect(commit.saved.artifacts).toMatchObject([{ version: 3 }]);
    expect(commit.saved.versions).toMatchObject([
      { artifactId: 'note', version: 2, content: 'a' },
      { artifactId: 'note', version: 3, content: 'b' },
    ]);
    expect(verdicts).toMatchObject([{ result: { outcome: 2 } }, { result: { outcome: 3 } }]);
  });

  it('has events as JSON without sequence and timestamp', () => {
    const [event] = take(start, [say('"\n\u2028')]).commit.events;
    expect(event).toMatchObject({ event: 'message' });
    const body = JSON.parse(event!.body);
    expect(body.content).toBe('"\n\u2028');
    expect(Object.keys(body)).not.toContain('sequence');
    expect(Object.keys(body)).not.toContain('timestamp');
  });
});

describe('a retry', () => {
  const replay = record('earlier');

  it('is answered from the record and stores nothing', () => {
    const { verdicts, idle } = take(start, [say('again', { ...by(owner), record, replay })]);
    expect(verdicts).toMatchObject([{ ok: true, result: { replay } }]);
    expect(idle).toBe(true);
  });

  it('is admitted first: a key that stopped working opens no record', () => {
    const [verdict] = take(start, [say('again', { admit: refuse, replay })]).verdicts;
    expect(verdict).toEqual({ ok: false, error: refusal, mayBeRetry: false });
  });

  it('is recognised with the ended key if the write itself ended it', () => {
    const fields = { admit: refuse, outlivesKey: true };
    expect(take(start, [say('bye', { ...fields, replay })]).verdicts).toMatchObject([{ ok: true, result: { replay } }]);
    expect(take(start, [say('bye', fields)]).verdicts).toMatchObject([{ ok: false, error: refusal, mayBeRetry: true }]);
  });
});

describe('a record', () => {
  it('is kept of the answer of an accepted write', () =>
    expect(take(start, [say('hi', { record })]).commit.records).toEqual([record('hi')]));
});

describe('a full space', () => {
  const bytesOf = (write: SpaceWrite) => take(start, [write]).commit.room.bytes;
  const full = (actual: number) => ({
    ok: false,
    error: { code: 'invalid_request', details: { issues: [{ limit: 1_000, actual }] } },
  });

  it('counts bodies as UTF-8, records, and versions of artifacts, less those that lose their content', () => {
    const ascii = bytesOf(say('e'));
    expect(bytesOf(say('é')) - ascii).toBe(2);
    expect(bytesOf(say('e', { record: () => record('x'.repeat(50)) })) - ascii).toBe(50);
    const version = (bytes: number, number: number, content?: string) => ({
      ...versionRules.versionOf({ ...note, contentBytes: bytes, version: number }, { author, via: 'write', content: '' }),
      content,
    });
    const saving = (...versions: ArtifactVersion[]): SpaceWrite => ({
      ...nothing,
      decide: () => ({ changes: { versions }, outcome: 0 }),
    });
    const { commit } = take(start, [saving(version(100, 2, 'new')), saving(version(20, 3, 'newer'), version(70, 1))]);
    expect(commit.room.bytes).toBe(50);
  });

  it('400 with limit and actual size for a write that does not fit, which stores nothing; writes that fit continue', () => {
    const size = bytesOf(say('a'));
    const { verdicts, commit, idle } = take(start, [say('a'), say('x'.repeat(900)), say('b')], 1, 1_000 - 2 * size);
    expect(verdicts).toMatchObject([{ ok: true }, full(1_000 + 2 * 899), { ok: true }]);
    expect(commit.events.map(({ body }) => JSON.parse(body).content)).toEqual(['a', 'b']);
    expect(idle).toBe(false);
  });

  it('lets the fence confirm its decisions, which are valid for counts from least to most', () => {
    const size = bytesOf(say('a'));
    const decide = (bytes: number) => take(start, [say('a'), say('b'), say('x'.repeat(100))], 1, bytes);
    const oks = (bytes: number) => decide(bytes).verdicts.map(({ ok }) => ok);
    for (const bytes of [
      0,
      1_000 - 3 * size - 98,
      1_000 - 3 * size - 99,
      1_000 - 2 * size,
      1_001 - 2 * size,
      1_000 - size,
      1_000,
    ]) {
      const { least, most } = decide(bytes).commit.room;
      const same = oks(bytes);
      for (const other of [least, Math.min(most, 5_000)]) expect(oks(other)).toEqual(same);
      if (least > 0) expect(oks(least - 1)).not.toEqual(same);
      if (most < 5_000) expect(oks(most + 1)).not.toEqual(same);
    }
  });

  it('has a refusal confirmed even if there is nothing else', () =>
    expect(take(start, [say('a')], 1, 1_000)).toMatchObject({ idle: false, commit: { events: [], bumps: false } }));

  it('refuses no write that stores nothing, makes it smaller, or ends something', () => {
    const state = apply(start, { artifacts: [{ ...note, bytes: 500 }] });
    const shorten: SpaceWrite = { ...nothing, decide: () => ({ changes: { artifacts: [{ ...note, bytes: 10 }] }, outcome: 0 }) };
    const end = { ...say('bye', { record }), worksWhenFull: true };
    const closing: SpaceWrite = {
      ...end,
      decide: () => ({ ...say('x').decide(state, undefined, 1, nothingYet), changes: { artifacts: [note] } }),
    };
    const { verdicts } = take(state, [nothing, shorten, closing], 1, 5_000);
    expect(verdicts.map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  it('has a limited reserve for what is needed to make it smaller', () => {
    const lock = say('a', { usesReserve: true });
    const most = 1_000 + fullSpaceReserve - bytesOf(lock);
    const { verdicts } = take(start, [say('a'), lock], 1, most);
    expect(verdicts).toMatchObject([full(most + bytesOf(lock)), { ok: true }]);
    expect(take(start, [lock], 1, most + 1).verdicts).toMatchObject([full(most + 1 + bytesOf(lock))]);
  });

  it('refuses even a write that ends something if it changes nothing, because it could be repeated without limit', () =>
    expect(take(start, [{ ...nothing, record, worksWhenFull: true }], 1, 1_000).verdicts).toMatchObject([{ ok: false }]));

  it('stores what changes only something beside the state', () => {
    const lease = { leaseId: 'l', expiresAt: 9 };
    const made = { deliveryId: 'd', messageId: 'm', senderId: 'o', participantId: 'p', expects: 'ack' } as const;
    const renewed = { ...deliveryRules.claim(deliveryRules.queue(made, 0), lease, 0), version: 1 };
    const renew: SpaceWrite = { ...nothing, decide: () => ({ changes: { deliveries: [renewed] }, outcome: 0 }) };
    expect(take(start, [renew], 1)).toMatchObject({ idle: false, commit: { bumps: false, saved: { deliveries: [renewed] } } });
  });

  it('stores no record of what can be repeated, which is never refused', () => {
    const empty: SpaceWrite = { ...nothing, record, decide: () => ({ outcome: 0, isRepeatable: true }) };
    expect(take(start, [empty], 1, 1_000)).toMatchObject({ verdicts: [{ ok: true }], commit: { records: [] }, idle: true });
  });

  it('still stores due changes', () => {
    const { commit } = take(apply(start, { artifacts: [locked] }), [], 2_000, 5_000);
    expect(commit.events.map(({ event }) => event)).toEqual(['artifact']);
  });
});

describe('the end of a space', () => {
  it('releases all locks, and is the last event', () => {
    const state = apply(start, { artifacts: [artifactRules.lock(start, note, owner, 0, hour * 9)] });
    const { commit, state: after } = take(state, [], hour);
    expect(commit.events.map(({ event }) => event)).toEqual(['space-closed']);
    expect(commit.saved.artifacts).toMatchObject([{ artifactId: 'note', lock: undefined }]);
    expect(after.artifacts.get('note')!.lock).toBeUndefined();
  });
});
