import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nextDue,
  overdue,
  apply,
  maxOpenTasks,
  participant,
  space,
  task,
  taskStateOf,
  type SpaceState,
  type Task,
} from '../../index.ts';
import { aJoiner, aSpace, ownerOf, refusalOf } from '../../given.fixture.ts';

const empty = aSpace();
const owner = ownerOf(empty);
const [ada, bob, eve] = ['ada', 'bob', 'eve'].map((id) => ({ ...aJoiner(empty, id), revealed: true })) as [
  typeof owner,
  typeof owner,
  typeof owner,
];
const present = apply(empty, { participants: [owner, ada, bob, eve] });
const wish = { taskId: 't', title: 'Check', for: [] };
const open = task.create(present, wish, ada, 5);
const having = (...tasks: Task[]): SpaceState => apply(present, { tasks });
const state = having(open);
const lease = { leaseId: 'l', expiresAt: 100 };
const claimed = task.claim(state, open, lease, bob, 10);
const proof = { note: 'Done' };
const submitted = task.submit(claimed, { caller: bob }, proof, 20);
const later = { leaseId: 'again', expiresAt: 900 };

describe('a task', () => {
  it('starts open', () => {
    expect(open).toEqual({ ...wish, createdBy: 'ada', createdByName: 'ada', createdAt: 5, attempt: 0, revision: 0 });
    expect(taskStateOf(open)).toBe('open');
  });

  it('409 if 500 have not ended', () => {
    const many = (count: number) => having(...Array.from({ length: count }, (_, i) => ({ ...open, taskId: `t${i}` })));
    expect(refusalOf(() => task.create(many(maxOpenTasks - 1), wish, ada, 0))).toBeUndefined();
    expect(refusalOf(() => task.create(many(maxOpenTasks), wish, ada, 0))).toBe('limit_reached');
  });

  it('404 if it is unknown, and 409 with its end if it has ended', () => {
    expect(task.found(state, 't', undefined, 0)).toBe(open);
    expect(refusalOf(() => task.found(present, 't', undefined, 0))).toBe('task_not_found');
    const ended = task.verify(submitted, ada, undefined, 30);
    expect(() => task.found(present, 't', ended, 40)).toThrow(
      expect.objectContaining({ code: 'task_ended', message: 'The task has already ended: it is verified' }),
    );
  });
});

describe('claiming', () => {
  it('409 names who works on it, and until when', () => {
    const refused = {
      code: 'task_claimed',
      message: '"bob" already works on the task, until 1970-01-01T00:00:00.100Z or longer',
    };
    expect(() => task.claim(having(claimed), claimed, later, eve, 20)).toThrow(
      expect.objectContaining({
        ...refused,
        details: { claimedBy: 'bob', claimedByName: 'bob', leaseExpiresAt: '1970-01-01T00:00:00.100Z' },
      }),
    );
    expect(() => task.claim(having(submitted), submitted, later, eve, 20)).toThrow(
      expect.objectContaining({ code: 'task_claimed', message: '"bob" has already submitted the task' }),
    );
    expect(refusalOf(() => task.claim(having(claimed), claimed, later, bob, 20))).toBe('task_claimed');
  });

  it('409 while the caller works on another, unless the space permits more', () => {
    const other = { ...open, taskId: 'other' };
    const busy = having(claimed, other);
    expect(refusalOf(() => task.claim(busy, other, later, bob, 20))).toBe('limit_reached');
    expect(refusalOf(() => task.claim(busy, other, later, eve, 20))).toBeUndefined();
    expect(refusalOf(() => task.claim(busy, other, later, bob, 100))).toBeUndefined();
    expect(refusalOf(() => task.claim(having(submitted, other), other, later, bob, 20))).toBeUndefined();
    const two = apply(busy, { space: space.update(busy.space, { tasksPerParticipant: 2 }, 0) });
    expect(refusalOf(() => task.claim(two, other, later, bob, 20))).toBeUndefined();
    expect(refusalOf(() => task.claim(apply(two, { tasks: [{ ...claimed, taskId: 'third' }] }), other, later, bob, 20))).toBe(
      'limit_reached',
    );
  });

  it('is possible again from the millisecond at which the lease expires', () => {
    expect(task.at(claimed, 99)).toBe(claimed);
    expect(task.at(claimed, 100)).toMatchObject({ attempt: 1, worker: undefined, lease: undefined });
    expect(nextDue(having(claimed))).toBe(100);
    expect(overdue(having(claimed), 99)).toBeUndefined();
    expect(overdue(having(claimed), 100)).toMatchObject({
      changes: { tasks: [task.at(claimed, 100)] },
      events: [{ event: 'task', body: { action: 'lapsed', actorId: claimed.worker!.participantId } }],
    });
  });
});

describe('a lease', () => {
  const moves = {
    renew: (each: Task, caller: typeof owner, leaseId?: string) => task.renew(each, { caller, leaseId }, 500),
    release: (each: Task, caller: typeof owner, leaseId?: string) => task.release(each, { caller, leaseId }),
    submit: (each: Task, caller: typeof owner, leaseId?: string) => task.submit(each, { caller, leaseId }, proof, 20),
  };
  it.each(Object.entries(moves))('permits only its holder to %s', (_, move) => {
    expect(refusalOf(() => move(claimed, bob))).toBeUndefined();
    expect(refusalOf(() => move(claimed, bob, 'l'))).toBeUndefined();
    expect(refusalOf(() => move(claimed, bob, 'former'))).toBe('lease_lost');
    expect(refusalOf(() => move(claimed, eve))).toBe('task_claimed');
    expect(refusalOf(() => move(claimed, owner))).toBe('task_claimed');
    expect(refusalOf(() => move(task.at(claimed, 100), bob))).toBe('lease_lost');
    expect(refusalOf(() => move(submitted, bob))).toBe('task_conflict');
    expect(refusalOf(() => move(submitted, eve))).toBe('task_claimed');
  });

  it('is renewed until its new end', () => expect(moves.renew(claimed, bob).lease).toEqual({ leaseId: 'l', expiresAt: 500 }));
});

describe('verifying', () => {
  it('is for the creator and the owner, and never for who did the work', () => {
    const verifying = (by: typeof owner, each = submitted) => refusalOf(() => task.verify(each, by, undefined, 30));
    const returning = (by: typeof owner, each = submitted) =>
      refusalOf(() => task.giveBack(having(each), each, { lease: later, caller: by, note: 'No', read: undefined }, 30));
    for (const act of [verifying, returning]) {
      expect([owner, ada, bob, eve].map((by) => act(by))).toEqual([undefined, undefined, 'own_work', 'forbidden']);
      const own = task.submit(task.claim(state, open, lease, ada, 10), { caller: ada }, proof, 20);
      expect([owner, ada].map((by) => act(by, own))).toEqual([undefined, 'own_work']);
      const owners = task.submit(task.claim(state, open, lease, owner, 10), { caller: owner }, proof, 20);
      expect([owner, ada].map((by) => act(by, owners))).toEqual(['own_work', undefined]);
      expect([act(ada, open), act(ada, claimed)]).toEqual(['task_conflict', 'task_conflict']);
    }
  });

  it('409 if it was submitted again since the caller has read it', () => {
    const back = task.giveBack(having(submitted), submitted, { lease: later, caller: ada, note: 'More', read: undefined }, 30);
    const again = task.submit(back, { caller: bob }, { note: 'More' }, 40);
    expect(refusalOf(() => task.verify(again, ada, 1, 50))).toBe('task_conflict');
    const returning = () => task.giveBack(having(again), again, { lease: later, caller: ada, note: 'No', read: 1 }, 50);
    expect(refusalOf(returning)).toBe('task_conflict');
    expect(task.verify(again, ada, 2, 50)).toMatchObject({ revision: 2, end: { state: 'verified', at: 50, by: 'ada' } });
  });

  it('is asked of the creator, or of the owner if the creator did the work or cannot', () => {
    expect(task.verifiers(present, submitted)).toEqual(['ada']);
    const own = { ...submitted, worker: { ...submitted.worker!, participantId: 'ada' } };
    expect(task.verifiers(present, own)).toEqual([owner.participantId]);
    const muted = apply(present, { participants: [participant.mute(ada)] });
    expect(task.verifiers(muted, submitted)).toEqual([owner.participantId]);
    const owners = { ...own, createdBy: owner.participantId, worker: { ...own.worker, participantId: owner.participantId } };
    expect(task.verifiers(present, owners)).toEqual([]);
  });
});

describe('a returned task', () => {
  it('goes back to who submitted it, with the note, which the next submission ends', () => {
    const back = task.giveBack(having(submitted), submitted, { lease: later, caller: ada, note: 'More', read: undefined }, 30);
    expect(back).toMatchObject({ worker: claimed.worker, lease: later, returned: { by: 'ada', at: 30, note: 'More' } });
    expect([taskStateOf(back), back.submission]).toEqual(['claimed', undefined]);
    expect(task.at(back, 900)).toMatchObject({ worker: undefined, returned: { note: 'More' } });
    expect(task.submit(back, { caller: bob }, proof, 40)).toMatchObject({ revision: 2, returned: undefined });
  });

  it.each([
    ['has left', participant.leave(bob, 25)],
    ['is muted', participant.mute(bob)],
  ])('is open if who submitted it %s', (_, gone) => {
    const without = apply(having(submitted), { participants: [gone] });
    const back = task.giveBack(without, submitted, { lease: later, caller: ada, note: 'More', read: undefined }, 30);
    expect([taskStateOf(back), back.worker, back.returned?.note]).toEqual(['open', undefined, 'More']);
  });
});

it('is cancelled by its creator or the owner, whoever works on it', () => {
  for (const each of [open, claimed, submitted]) {
    expect([owner, ada, bob].map((by) => refusalOf(() => task.cancel(each, by, 30)))).toEqual([
      undefined,
      undefined,
      'forbidden',
    ]);
  }
  expect(task.cancel(claimed, ada, 30)).toMatchObject({ lease: undefined, end: { state: 'cancelled', at: 30, by: 'ada' } });
});

it('says in messages what became of it', () => {
  const back = task.giveBack(having(submitted), submitted, { lease: later, caller: ada, note: 'More', read: undefined }, 30);
  const silent = { ...submitted, submission: { ...submitted.submission!, evidence: { messageId: 'm' } } };
  const { messages } = task;
  expect([messages.asked(open), messages.submitted(submitted), messages.submitted(silent), messages.returned(back)]).toEqual([
    'I created the task "Check" for you',
    'I submitted the task "Check": Done',
    'I submitted the task "Check"',
    'I returned the task "Check": More',
  ]);
  expect(messages.ended(task.verify(submitted, ada, undefined, 30))).toBe('I verified the task "Check"');
});

it('counts tell how many have not ended, with expired leases as open', () => {
  expect(task.counts(present, 0)).toBeUndefined();
  const all = having(open, { ...claimed, taskId: 'c' }, { ...submitted, taskId: 's' });
  expect(task.counts(all, 50)).toEqual({ open: 1, claimed: 1, submitted: 1 });
  expect(task.counts(all, 100)).toEqual({ open: 2, claimed: 0, submitted: 1 });
});

describe('whatever happens', () => {
  const people = [owner, ada, bob, eve];
  const who = fc.nat(people.length - 1);
  const which = fc.nat(2);
  const step = fc.record({
    act: fc.constantFrom('claim', 'renew', 'release', 'submit', 'verify', 'return', 'cancel', 'depart'),
    who,
    which,
    after: fc.nat(60),
  });

  /** The state that an act needs, and the one that it leads to. */
  const paths: Record<string, readonly [from: string, to: string]> = {
    claim: ['open', 'claimed'],
    renew: ['claimed', 'claimed'],
    release: ['claimed', 'open'],
    submit: ['claimed', 'submitted'],
    verify: ['submitted', 'verified'],
    return: ['submitted', 'claimed'],
  };

  it('one participant at a time works on a task, nobody verifies their own work, and only permitted moves happen', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = 10;
        let world = having(...[ada, owner, bob].map((by, i) => task.create(present, { ...wish, taskId: `t${i}` }, by, 0)));
        const ended = new Map<string, Task>();
        for (const { act, which: i, after, ...by } of steps) {
          now += after;
          const caller = people[by.who]!;
          const taskId = `t${i}`;
          const before = world.tasks.get(taskId);
          const was = before && taskStateOf(task.at(before, now));
          const held = task.heldBy(world, caller.participantId, now).length;
          const until = { leaseId: `${now}`, expiresAt: now + 50 };
          const moved = (): Task | undefined => {
            const found = task.found(world, taskId, ended.get(taskId), now);
            if (act === 'claim') return task.claim(world, found, until, caller, now);
            if (act === 'renew') return task.renew(found, { caller }, now + 50);
            if (act === 'release') return task.release(found, { caller });
            if (act === 'submit') return task.submit(found, { caller }, proof, now);
            if (act === 'verify') return task.verify(found, caller, undefined, now);
            if (act === 'return') return task.giveBack(world, found, { lease: until, caller, note: 'No', read: undefined }, now);
            if (act === 'cancel') return task.cancel(found, caller, now);
            return undefined;
          };
          if (act === 'depart') {
            world = apply(world, { tasks: task.heldBy(world, caller.participantId, now).map(task.opened) });
            expect(task.heldBy(world, caller.participantId, now)).toEqual([]);
            continue;
          }
          let next: Task | undefined;
          const refusal = refusalOf(() => (next = moved()));
          if (!before) expect(refusal).toBe('task_ended');
          if (refusal !== undefined || !next) continue;
          const [from, to] = paths[act] ?? [was, 'cancelled'];
          expect([was, taskStateOf(next)]).toEqual([from, to]);
          if (act === 'claim') expect(held).toBe(0);
          if (['renew', 'release', 'submit'].includes(act)) expect(before!.worker?.participantId).toBe(caller.participantId);
          if (['verify', 'return'].includes(act)) {
            expect(before!.worker?.participantId).not.toBe(caller.participantId);
            expect(caller.isOwner || before!.createdBy === caller.participantId).toBe(true);
          }
          if (next.end) {
            ended.set(taskId, next);
            world = apply(world, { forgotten: { tasks: [next] } });
          } else world = apply(world, { tasks: [next] });
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('redaction', () => {
  const redacted = { by: 'ada', at: '2026-01-31T12:00:00.000Z' };

  it('takes the title and all notes, and nothing else changes', () => {
    const returned = task.giveBack(state, submitted, { lease: later, caller: ada, note: 'One is a Sunday', read: 1 }, 30);
    for (const each of [open, claimed, submitted, returned]) {
      const bare = task.redact(each, redacted);
      expect(JSON.stringify(bare)).not.toMatch(/Check|Done|Sunday/);
      expect([taskStateOf(bare), bare.redacted, task.stepOf(bare)]).toEqual([taskStateOf(each), redacted, task.stepOf(each)]);
    }
  });

  it('is for its creator and the owner only', () => {
    for (const each of [ada, owner]) expect(refusalOf(() => task.assertRedactable(claimed, each))).toBeUndefined();
    for (const each of [bob, eve]) expect(refusalOf(() => task.assertRedactable(claimed, each))).toBe('forbidden');
  });

  it('is about another step after whatever the log has an event of', () => {
    const again = task.claim(
      having(task.release(claimed, { caller: bob })),
      task.release(claimed, { caller: bob }),
      later,
      bob,
      40,
    );
    const steps = [
      ...[open, claimed, task.release(claimed, { caller: bob }), again, submitted],
      task.giveBack(state, submitted, { lease: later, caller: ada, note: 'x', read: 1 }, 30),
      ...[task.verify(submitted, ada, undefined, 30), task.cancel(open, ada, 30)],
    ].map(task.stepOf);
    expect(new Set(steps).size).toBe(steps.length);
  });
});
