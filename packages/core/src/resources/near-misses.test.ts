import { describe, expect, it } from 'vitest';
import { statusOf, contract, readRequest, ServiceError, type OperationName } from '../index.ts';

const operations = contract();
const space = { spaceId: '11111111-1111-4111-8111-111111111111' };
const inSpace = { ...space, artifactId: '22222222-2222-4222-8222-222222222222' };

function read(name: OperationName, sent: object): unknown {
  try {
    return readRequest(operations[name], sent);
  } catch (error) {
    if (error instanceof ServiceError) return { status: statusOf(error), code: error.code, issues: error.details.issues };
    throw error;
  }
}
const meant = (...issues: [field: string, meant: string][]) => ({
  status: 400,
  code: 'unknown_field',
  issues: issues.map(([field, name]) => ({ field, message: `Did you mean ${name}?` })),
});

describe('a field that is not there', () => {
  it.each([
    ['inReplyTo', 'replyTo'],
    ['reply_to', 'replyTo'],
    ['ReplyTo', 'replyTo'],
    ['reply-to', 'replyTo'],
    ['repliTo', 'replyTo'],
    ['replyTos', 'replyTo'],
    ['To', 'to'],
    ['recipients', 'to'],
    ['participants', 'to'],
    ['expect', 'expects'],
    ['attachment', 'attachments'],
    ['attachment_ids', 'attachments'],
    ['tipe', 'type'],
  ])('is refused if it looks like another: %s', (field, name) => {
    expect(read('sendMessage', { ...space, content: 'Hello', [field]: 'x' })).toEqual(meant([field, name]));
  });

  it.each(['message', 'text', 'body', 'Content', 'contnt', 'contents'])(
    'is refused in place of one that is required: %s',
    (field) => {
      expect(read('sendMessage', { ...space, [field]: 'Hello' })).toEqual(meant([field, 'content']));
    },
  );

  it.each(['colour', 'padding', 'id', 'senderName', 'x'.repeat(50), '__proto__x'])('is ignored otherwise: %s', (field) => {
    expect(read('sendMessage', { ...space, content: 'Hello', [field]: 'x' })).toEqual({
      ...space,
      content: 'Hello',
      type: 'text',
    });
  });

  it('is ignored if what it looks like was sent too, or if it has no value', () => {
    const sent = { ...space, content: 'Hello', text: 'Hello', reply_to: undefined, Type: 'text', type: 'text' };
    expect(read('sendMessage', sent)).toEqual({ ...space, content: 'Hello', type: 'text' });
  });

  it('is found at any depth', () => {
    const edits = [
      { old: 'a', new: 'b' },
      { from: 'a', to: 'b' },
      { old_string: 'a', newText: 'b' },
    ];
    expect(read('writeArtifact', { ...inSpace, edits })).toEqual(
      meant(['edits.1.from', 'old'], ['edits.1.to', 'new'], ['edits.2.old_string', 'old'], ['edits.2.newText', 'new']),
    );
    const section = { Heading: 'Plan', content: '' };
    expect(read('writeArtifact', { ...inSpace, section })).toEqual(meant(['section.Heading', 'heading']));
  });

  it('is the field that is most like it', () => {
    expect(read('createTask', { ...space, name: 'Check', description: 'All' })).toEqual(
      meant(['name', 'title'], ['description', 'text']),
    );
    expect(read('createInvitation', { ...space, expires_in: 5, uses: 1 })).toEqual(
      meant(['expires_in', 'expiresInSeconds'], ['uses', 'maxUses']),
    );
  });

  it('is named at most 20 times', () => {
    const edits = Array.from({ length: 90 }, () => ({ from: 'a' }));
    expect((read('writeArtifact', { ...inSpace, edits }) as { issues: object[] }).issues).toHaveLength(20);
  });
});

describe('a cursor', () => {
  const at = '2026-01-31T12:00:00.000Z';

  it('is the field for which it stands', () => {
    expect(read('listMessages', { ...space, cursor: at })).toMatchObject({ timestamp: Date.parse(at) });
    expect(read('listDeliveries', { ...space, cursor: 7 })).toMatchObject({ after: 7 });
    expect(read('catchUp', { ...space, cursor: 7 })).toMatchObject({ after: 7 });
    expect(read('catchUp', { ...space, cursor: 7 })).not.toHaveProperty('cursor');
  });

  it('is refused beside that field, and if it is none', () => {
    const issues = [{ field: 'cursor', message: 'stands for after: send one of them' }];
    expect(read('catchUp', { ...space, cursor: 7, after: 7 })).toEqual({ status: 400, code: 'invalid_request', issues });
    expect(read('catchUp', { ...space, cursor: -1 })).toMatchObject({ issues: [{ field: 'cursor' }] });
  });

  it('is taken wherever an answer has one', () => {
    for (const [name, { output, cursor, input }] of Object.entries(operations)) {
      const { shape = {} } = output as { shape?: object };
      expect('cursor' in input.shape, name).toBe('cursor' in shape);
      if (cursor) expect(Object.keys(input.shape), name).toEqual(expect.arrayContaining(['cursor', cursor]));
    }
  });
});
