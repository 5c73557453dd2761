import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type TestServer } from '@parley/testing';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppRouter } from '../../src/index.ts';

describe('tRPC', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-trpc-'));
  let server: TestServer;
  let key = '';

  const client = () =>
    createTRPCClient<AppRouter>({
      links: [httpBatchLink({ url: `${server.url}/trpc`, headers: () => ({ 'x-private-key': key }) })],
    });

  beforeAll(async () => {
    server = await startServer({ PARLEY_DATA_DIR: join(folder, 'data'), PARLEY_RATE_LIMIT: '0' });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('offers the same operations as REST, typed, one by one or in a batch', async () => {
    key = '';
    const { spaceId, ownerPrivateKey } = await client().createSpace.mutate({ name: 'tRPC', description: '' });
    key = ownerPrivateKey;
    const parley = client();
    const sent = await parley.sendMessage.mutate({ spaceId, content: 'typed' });
    const [page, space] = await Promise.all([parley.listMessages.query({ spaceId }), parley.getSpace.query({ spaceId })]);
    expect(page.messages).toMatchObject([{ id: sent.messageId, content: 'typed' }]);
    expect(space.participants).toHaveLength(1);
    const { decisionId } = await parley.createDecision.mutate({
      spaceId,
      title: 'Typed too?',
      options: [{ label: 'Yes' }, { label: 'No' }],
    });
    const { outcome, voters } = await parley.answerDecision.mutate({ spaceId, decisionId, option: 'yes' });
    expect({ outcome, voters }).toMatchObject({ outcome: 'yes', voters: [{ speaker: 'owner', answered: true }] });
    const late = parley.answerDecision.mutate({ spaceId, decisionId, option: 'no' });
    await expect(late).rejects.toMatchObject({ data: { code: 'decision_ended', httpStatus: 409 } });
  });

  it('refuses with the same code and status as REST', async () => {
    key = '';
    const refusal = await client()
      .getSpace.query({ spaceId: crypto.randomUUID() })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TRPCClientError);
    expect((refusal as TRPCClientError<AppRouter>).data).toMatchObject({ code: 'key_missing', httpStatus: 401 });
    const raw = await fetch(`${server.url}/trpc/getSpace?input=${encodeURIComponent('{"spaceId":"x"}')}`);
    expect(raw.status).toBe(401);
    expect(raw.headers.get('www-authenticate')).toContain('resource_metadata=');
  });

  it('follows a space as a subscription, with the key as a connection parameter if no header can be set', async () => {
    key = '';
    const { spaceId, ownerPrivateKey } = await client().createSpace.mutate({ name: 'Followed', description: '' });
    key = ownerPrivateKey;
    const parley = client();
    await parley.sendMessage.mutate({ spaceId, content: 'past' });
    const query = new URLSearchParams({
      input: JSON.stringify({ spaceId }),
      connectionParams: JSON.stringify({ 'x-private-key': ownerPrivateKey }),
    });
    const leave = new AbortController();
    const stream = await fetch(`${server.url}/trpc/streamMessages?${query}`, { signal: leave.signal });
    let text = '';
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
      if (!text.includes('"past"') && (text + chunk).includes('"past"')) {
        // The largest possible event does not cut an active reader.
        await parley.sendMessage.mutate({ spaceId, content: `https://${'x'.repeat(1024 * 1024 - 8)}`, type: 'image' });
        await parley.sendMessage.mutate({ spaceId, content: 'later' });
      }
      text += chunk;
      if (text.includes('"later"')) break;
    }
    leave.abort();
    const contents = [...text.matchAll(/"content":"(\w+)"/g)].map(([, content]) => content);
    expect(contents).toEqual(['past', 'later']);
    expect(text).toMatch(/^id: 1$/m);
  });
});
