import { expect, test } from 'vitest';
import { refused } from '../../../test/scripted-artifact.ts';
import { json, refusal, scripted, type Step } from '../../../test/scripted-fetch.ts';
import { ConflictError, Parley, type Comment } from '../../index.ts';

const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const artifactId = '5b1d4a1e-7a57-4c8f-9d7f-000000000002';
const commentId = '5b1d4a1e-7a57-4c8f-9d7f-000000000003';
const bob = '5b1d4a1e-7a57-4c8f-9d7f-000000000004';
const comment = { commentId, artifactId, text: 'Of which year?', state: 'open' } as Comment;
const path = `/hub/space/${spaceId}/artifact/${artifactId}`;

async function plan(...answers: Step[]) {
  const { fetch, requests } = scripted(json({ id: artifactId, version: 3 }), ...answers);
  const artifact = await new Parley({ baseUrl: 'http://parley.test', fetch })
    .space({ spaceId, key: 'k' })
    .artifacts.get(artifactId);
  const sent = () =>
    Promise.all(
      requests.slice(1).map(async (request) => {
        const { pathname, search } = new URL(request.url);
        const body = request.body ? ((await request.clone().json()) as object) : undefined;
        return [`${request.method} ${pathname.replace(path, '')}${search}`, body];
      }),
    );
  return { comments: artifact.comments, sent };
}

test('a comment is about the version that was read, for participants by id or name', async () => {
  const participants = [{ participantId: bob, name: 'Bob', status: 'active' }];
  const { comments, sent } = await plan(
    json({ ...comment, to: [] }),
    json({ participants, artifacts: [] }),
    json({ ...comment, to: [bob] }),
  );
  await comments.add('Plan', 'Of which year?');
  const asked = await comments.add('Plan', 'Of which year?', { version: 1, occurrence: 2, to: 'Bob', expects: 'ack' });
  expect(asked.to).toEqual([bob]);
  const said = { quote: 'Plan', text: 'Of which year?' };
  expect([(await sent())[0], (await sent())[2]]).toEqual([
    ['POST /comments', { version: 3, ...said }],
    ['POST /comments', { version: 1, ...said, occurrence: 2, to: [bob], expects: 'ack' }],
  ]);
});

test('comments are listed, replied to, resolved, reopened and redacted', async () => {
  const { comments, sent } = await plan(
    json({ comments: [comment] }),
    json({ ...comment, to: [] }),
    json(comment),
    json(comment),
    json(comment),
  );
  expect(await comments.list({ state: 'all', before: 9, limit: 2 })).toEqual([comment]);
  await comments.reply(commentId, '2027');
  await comments.resolve(commentId);
  await comments.reopen(commentId);
  await comments.redact(commentId, { reason: 'A password' });
  expect(await sent()).toEqual([
    ['GET /comments?state=all&before=9&limit=2', undefined],
    ['POST /comments', { replyTo: commentId, text: '2027' }],
    [`POST /comments/${commentId}/resolve`, undefined],
    [`POST /comments/${commentId}/reopen`, undefined],
    [`POST /comments/${commentId}/redact`, { reason: 'A password' }],
  ]);
});

test('wrong arguments are refused before anything is sent, and a quote that is not there by the service', async () => {
  const { comments, sent } = await plan(refusal(409, 'quote_not_found'));
  expect(await refused(comments.add('Plan', undefined as unknown as string))).toBeInstanceOf(TypeError);
  expect(await refused(comments.reply(commentId, 'x', { version: 1 } as object))).toBeInstanceOf(TypeError);
  expect(await sent()).toEqual([]);
  expect(await refused(comments.add('Plan', 'x'))).toBeInstanceOf(ConflictError);
});
