import { describe, expect, it } from 'vitest';
import { aJoiner, anArtifact, aSpace, ownerOf, refusalOf, withParticipants } from '../../given.fixture.ts';
import { apply, type Comment, type SpaceState } from '../../index.ts';
import { maxCommentsPerThread, maxOpenComments, maxOpenCommentsPerSpace } from './limits.ts';
import * as rules from './rules.ts';

const now = 1_000;

function scene() {
  const bare = aSpace();
  const [ada, bob, eve] = ['ada', 'bob', 'eve'].map((name) => ({ ...aJoiner(bare, name), status: 'active' as const })) as [
    ReturnType<typeof aJoiner>,
    ReturnType<typeof aJoiner>,
    ReturnType<typeof aJoiner>,
  ];
  const artifact = { ...anArtifact(bare), createdBy: bob.participantId };
  const state = apply(withParticipants(bare, ada, bob, eve), { artifacts: [artifact] });
  return { state, ada, bob, eve, artifact, owner: ownerOf(state) };
}

const wish = (commentId: string, replyTo?: string) => ({ commentId, artifactId: 'artifact', replyTo, version: 1 });

const having = (state: SpaceState, ...comments: Comment[]): SpaceState => apply(state, { comments });

/** With many open comments, each on the artifact of this number. */
function crowded(of: (i: number) => Partial<Comment>, count: number) {
  const { state, ada, ...rest } = scene();
  const first = rules.open(state, wish('c'), ada, now);
  const many = Array.from({ length: count }, (_, i) => ({ ...first, commentId: `c${i}`, ...of(i) }));
  return { ...rest, ada, first, state: having(state, ...many) };
}

describe('a comment', () => {
  it('is open, under the name of its author at that time', () => {
    const { state, ada } = scene();
    const comment = rules.open(state, wish('c'), ada, now);
    expect(comment).toEqual({ ...wish('c'), authorId: 'ada', authorName: 'ada', createdAt: now });
  });

  it('is refused once an artifact has as many as it can, or the space', () => {
    const onOne = crowded(() => ({}), maxOpenComments);
    expect(refusalOf(() => rules.open(onOne.state, wish('x'), onOne.ada, now))).toBe('limit_reached');
    const elsewhere = { ...wish('x'), artifactId: 'other' };
    expect(refusalOf(() => rules.open(onOne.state, elsewhere, onOne.ada, now))).toBeUndefined();
    const onAll = crowded((i) => ({ artifactId: `artifact ${i}` }), maxOpenCommentsPerSpace);
    expect(refusalOf(() => rules.open(onAll.state, elsewhere, onAll.ada, now))).toBe('limit_reached');
  });

  it('is no reply to a thread that has as many as it can', () => {
    const { state, ada } = crowded((i) => (i === 0 ? {} : { replyTo: 'c0' }), maxCommentsPerThread);
    expect(refusalOf(() => rules.open(state, wish('x', 'c0'), ada, now))).toBe('limit_reached');
    expect(refusalOf(() => rules.open(state, wish('x'), ada, now))).toBeUndefined();
  });
});

describe('a thread', () => {
  const first = { ...wish('c'), authorId: 'ada', authorName: 'ada', createdAt: now };
  const reply = { ...first, commentId: 'r', replyTo: 'c' };
  const resolution = { by: 'bob', at: now };

  it('is that of each of its comments, on its artifact only', () => {
    const state = having(scene().state, first, reply);
    for (const commentId of ['c', 'r'])
      expect(rules.openThread(state, { artifactId: 'artifact', commentId }, [])).toEqual([first, reply]);
    expect(refusalOf(() => rules.openThread(state, { artifactId: 'other', commentId: 'c' }, []))).toBe('comment_not_found');
    expect(refusalOf(() => rules.openThread(state, { artifactId: 'artifact', commentId: 'x' }, []))).toBe('comment_not_found');
  });

  it('that is resolved is known from the store, and cannot be replied to', () => {
    const { state } = scene();
    const stored = [{ ...first, resolution }];
    expect(rules.openThread(state, first, stored)).toBeUndefined();
    expect(refusalOf(() => rules.threadToReply(state, wish('x', 'c') as never, stored))).toBe('comment_resolved');
    expect(refusalOf(() => rules.threadToReply(state, wish('x', 'y') as never, stored))).toBe('invalid_request');
  });

  it.each([
    ['ada', 'its author', true],
    ['bob', 'the creator of the artifact', true],
    ['owner', 'the owner', true],
    ['eve', 'another participant', false],
  ] as const)('%s can end and reopen it: %s', (who, _, isAllowed) => {
    const { artifact, ...people } = scene();
    const refusal = refusalOf(() => rules.assertResolves(first, artifact, people[who]));
    expect(refusal).toBe(isAllowed ? undefined : 'forbidden');
  });

  it('is resolved and reopened as a whole, and reopened only if there is room', () => {
    const { state, bob } = scene();
    const ended = rules.resolved([first, reply], bob, now);
    expect(ended.map((each) => each.resolution)).toEqual([resolution, resolution]);
    expect(rules.reopened(state, ended).every((each) => each.resolution === undefined)).toBe(true);
    const full = crowded(() => ({}), maxOpenComments - 1);
    expect(refusalOf(() => rules.reopened(full.state, ended))).toBe('limit_reached');
  });
});

describe('the texts of a comment', () => {
  const first = {
    comment: { ...wish('c'), authorId: 'ada', authorName: 'ada', createdAt: now },
    text: { quote: 'one', start: 4 },
  };
  const reply = { ...first, comment: { ...first.comment, commentId: 'r', replyTo: 'c' } };

  it.each([
    ['ada', 'its author', true],
    ['owner', 'the owner', true],
    ['bob', 'the creator of the artifact', false],
    ['eve', 'another participant', false],
  ] as const)('%s can erase them: %s', (who, _, isAllowed) => {
    const refusal = refusalOf(() => rules.assertRedactable(first.comment, scene()[who]));
    expect(refusal).toBe(isAllowed ? undefined : 'forbidden');
  });

  it('are repeated by replies that are about the same passage', () => {
    expect(rules.repeatsPassage(reply, first)).toBe(true);
    const { comment, text } = reply;
    for (const other of [
      first,
      { comment: { ...comment, replyTo: 'x' }, text },
      { comment: { ...comment, version: 2 }, text },
      { comment, text: { ...text, start: 8 } },
      { comment, text: { ...text, quote: 'on' } },
    ])
      expect(rules.repeatsPassage(other, first)).toBe(false);
    const erased = { quote: '', start: 4 };
    expect(rules.repeatsPassage({ comment, text: erased }, { ...first, text: erased })).toBe(false);
  });

  it('are taken out of the message that tells of them, whatever its artifact is called', () => {
    const [name, quote] = ['> x', 'x":\n\ny'];
    const content = rules.message({ name }, { quote }, 'Which?');
    expect(content).toContain('x":\n> x":\n> \n> y\n\nWhich?');
    const bare = rules.message({ name }, { quote: '' }, 'Which?');
    expect(bare).toContain('x":\n\nWhich?');
    expect(rules.messageWithout(quote, content)).toBe(bare);
    expect(rules.messageWithout('another', content)).toBe(content);
  });
});

describe('the passage of a comment', () => {
  it('is refused if the version does not have it, or not so often', () => {
    const messageOf = (quote: string, occurrence?: number) => {
      try {
        return rules.passageIn('one two one', { version: 3, quote, occurrence });
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(messageOf('one', 2)).toMatchObject({ start: 8 });
    expect(messageOf('three')).toBe('Version 3 does not have the quote: copy it character by character');
    expect(messageOf('one', 3)).toContain('does not have the quote 3 times');
  });
});
