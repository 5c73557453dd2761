import { describe, expect, inject, test } from 'vitest';
import { InvalidRequestError, KeyError, RateLimitError } from '../../src/index.ts';
import { connect, meeting } from '../meeting.ts';

const server = inject('server');

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

describe('an export', () => {
  test('is a stream of everything that the caller can see', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    await bob!.send('Hello');
    const lines = (await textOf(await owner.export())).split('\n').slice(0, -1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ kind: 'space', viewer: owner.participantId });
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ end: 'parley/1', counts: { participant: 2 } });
    expect(await textOf(await bob!.export({ format: 'md' }))).toContain('> Hello');
  });

  test('throws KeyError without a valid key, and InvalidRequestError for another format', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    await owner.kick(bob!.participantId!);
    await expect(bob!.export()).rejects.toThrow(KeyError);
    await expect(owner.export({ format: 'pdf' as 'md' })).rejects.toThrow(InvalidRequestError);
  });

  test('throws RateLimitError while another one runs, which a signal ends', async () => {
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    for (let i = 0; i < 200; i += 1) await owner.send('x'.repeat(60_000));
    const leaving = new AbortController();
    const first = await owner.export({ signal: leaving.signal });
    await expect(bob!.export()).rejects.toThrow(RateLimitError);
    leaving.abort(new Error('enough'));
    await expect(textOf(first)).rejects.toThrow('enough');
    await expect.poll(() => bob!.export().then(textOf), { timeout: 30_000 }).toContain('"end":"parley/1"');
  });
});
