import { pathParameters, type OperationName } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { fitting, servedWith, type Scene } from '../requests.ts';
import { addition, before, group } from '../runner/promises.ts';
import { anySpace, directed, everybody, join, openSpace, say, write } from '../scenes.ts';
import { read } from '../wire/answer.ts';
import { covers, operations, requestFor, type Caller, type Input } from '../wire/call.ts';
import { send } from '../wire/client.ts';

let scene: Scene;
before(async () => {
  scene = await everybody();
});

const fieldsOf = (name: OperationName): string[] => {
  const { path, input } = operations[name];
  const inPath = pathParameters(path);
  return Object.keys(input.shape).filter((field) => !inPath.includes(field));
};
const takesFields = servedWith((name) => {
  const { method, takesBytes } = operations[name];
  return method !== 'GET' && !takesBytes && fieldsOf(name).length > 0;
});
const takesQuery = servedWith((name) => {
  const { method, answers, unlimited } = operations[name];
  return method === 'GET' && answers !== 'jsonOrEvents' && !unlimited;
});

/** Expects a refusal that says of each field which one was meant. */
async function refused(name: OperationName, caller: Caller, input: Input, meant: Record<string, string>): Promise<void> {
  const { body } = await covers(name, 400, caller, input);
  const issues = Object.entries(meant).map(([field, known]) => ({ field, message: `Did you mean ${known}?` }));
  expect(body).toMatchObject({ code: 'unknown_field', issues });
}

group('a field that the operation does not have', () => {
  addition.each(takesFields)('400 `unknown_field` for %s if only its case and `_` differ', async (name) => {
    const { caller, input } = fitting(name, scene);
    const [field] = fieldsOf(name) as [string];
    const { [field]: value = 'a', ...others } = input;
    const other = `_${field.toUpperCase()}`;
    await refused(name, caller, { ...others, [other]: value }, { [other]: field });
  });

  addition.each([
    ['inReplyTo', 'replyTo'],
    ['reply_to', 'replyTo'],
    ['To', 'to'],
    ['recipients', 'to'],
    ['participants', 'to'],
    ['expect', 'expects'],
    ['attachment', 'attachments'],
    ['tipe', 'type'],
  ])('400 `unknown_field` for %s, which is %s of a message', async (field, meant) => {
    await refused('sendMessage', await anySpace(), { content: 'Hello', [field]: 'x' }, { [field]: meant });
  });

  addition.each(['message', 'text', 'body', 'contnt'])('400 `unknown_field` for %s in place of the content', async (field) => {
    await refused('sendMessage', await anySpace(), { [field]: 'Hello' }, { [field]: 'content' });
  });

  addition('400 `unknown_field` inside of an edit and of a section', async () => {
    const owner = await anySpace();
    const artifact = { artifactId: await write(owner, '# Plan\n'), lock: 'auto' };
    const edits = [
      { old: '# Plan', new: '# List' },
      { from: 'a', to: 'b' },
      { old_string: 'a', newText: 'b' },
    ];
    await refused(
      'writeArtifact',
      owner,
      { ...artifact, edits },
      {
        ...{ 'edits.1.from': 'old', 'edits.1.to': 'new' },
        ...{ 'edits.2.old_string': 'old', 'edits.2.newText': 'new' },
      },
    );
    const section = { heading: 'Plan', Content: 'More' };
    await refused('writeArtifact', owner, { ...artifact, section }, { 'section.Content': 'content' });
    expect((await covers('getArtifact', 200, owner, { artifactId: artifact.artifactId })).body.version).toBe(1);
  });

  addition('200 if it looks like no other, or if that one was sent too', async () => {
    const owner = await openSpace();
    await covers('sendMessage', 200, owner, { content: 'Hello', colour: 'blue', text: 'Hello', senderName: 'Ada' });
    expect((await covers('listMessages', 200, owner)).body.messages).toMatchObject([{ content: 'Hello' }]);
  });
});

group('a query parameter that the operation does not have', () => {
  addition.each(takesQuery)('400 `unknown_field` for %s, with those that there are', async (name) => {
    const { caller, input } = fitting(name, scene);
    const { body } = await covers(name, 400, caller, { ...input, colour: 'blue' });
    expect(body).toMatchObject({ code: 'unknown_field', issues: [{ field: 'colour' }] });
    for (const field of fieldsOf(name)) expect(body.error).toContain(field);
  });

  addition.each(['offset', 'page', 'since', 'Limit'])('400 `unknown_field` for %s of messages', async (field) => {
    const { body } = await covers('listMessages', 400, await anySpace(), { [field]: '1' });
    expect(body).toMatchObject({ code: 'unknown_field', issues: [{ field }] });
  });

  addition('400 `unknown_field` for a write, whose fields are in its body', async () => {
    const request = requestFor('sendMessage', await anySpace(), { content: 'Hello' });
    const { status, body } = await read(await send({ ...request, path: `${request.path}?type=text` }));
    expect([status, body]).toMatchObject([400, { code: 'unknown_field', issues: [{ field: 'type' }] }]);
  });
});

group('the cursor of a page', () => {
  addition('leads through all messages', async () => {
    const owner = await openSpace();
    for (const content of ['One', 'Two', 'Three']) await say(owner, content);
    const page = async (cursor?: string) => (await covers('listMessages', 200, owner, { limit: 1, cursor })).body;
    const seen: string[] = [];
    for (let next = await page(); ; next = await page(next.cursor)) {
      seen.push(...next.messages.map(({ content }) => content));
      if (!next.hasMore || seen.length > 3) break;
    }
    expect(seen).toEqual(['One', 'Two', 'Three']);
  });

  addition('leads through all deliveries', async () => {
    const owner = await openSpace();
    const guest = await join(owner);
    const sent = [await directed(owner, guest), await directed(owner, guest), await directed(owner, guest)];
    const page = async (cursor?: number) => (await covers('listDeliveries', 200, guest, { limit: 1, cursor })).body;
    const seen: string[] = [];
    for (let next = await page(); ; next = await page(next.cursor)) {
      seen.push(...next.deliveries.map(({ deliveryId }) => deliveryId));
      if (!next.hasMore || seen.length > 3) break;
    }
    expect(seen).toEqual(sent);
  });

  addition('is where a catch-up begins', async () => {
    const owner = await openSpace();
    await say(owner, 'One');
    const { body } = await covers('catchUp', 200, owner);
    await say(owner, 'Two');
    const { body: rest } = await covers('catchUp', 200, owner, { cursor: body.cursor });
    expect(rest.cursor).toBeGreaterThan(body.cursor);
    await covers('catchUp', 400, owner, { cursor: body.cursor, after: body.cursor });
  });
});
