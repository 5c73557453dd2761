import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { questionText } from '../commands/ask.ts';
import { Context } from '../context.ts';
import { artifactText } from '../resources/artifacts/kind.ts';
import { taskDetails } from '../resources/tasks/kind.ts';
import { image, message } from '../resources/messages/kinds.ts';
import { content } from './content.ts';
import type { Kind } from './limits.ts';

const piece = Buffer.alloc(16 * 1024, 'x');

/** Reads endless standard input as something of a server that states these limits; returns what was said, and how much was read. */
async function readEndless(kind: Kind, limits: object | undefined) {
  let read = 0;
  const endless = function* () {
    for (;;) {
      read += piece.length;
      yield piece;
    }
  };
  const stdin = Readable.from(endless(), { objectMode: false });
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as typeof process.stdin);
  onTestFinished(() => void vi.restoreAllMocks());
  const server = createServer((_, response) => response.end(JSON.stringify({ 'x-limits': limits }))).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'parley-content-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const context = new Context({ url }, { XDG_DATA_HOME: folder, PARLEY_KEYCHAIN: 'off' });
  const said = await content(context, kind, {}).catch((error: Error) => error.message);
  expect(stdin.destroyed).toBe(true);
  return { said, read };
}

test.each<[Kind, object | undefined, number, string]>([
  [message, undefined, 65_536, 'a message can have at most 65,536 bytes'],
  [message, { messageBytes: 200_000 }, 200_000, 'a message can have at most 200,000 bytes'],
  [image, undefined, 2 ** 20, 'an image can have at most 1,048,576 bytes'],
  [artifactText, { artifactBytes: 2 ** 20 }, 2 ** 20, 'an artifact can have at most 1,048,576 bytes'],
  [taskDetails, undefined, 80_000, 'a task can have at most 20,000 characters'],
  [questionText, undefined, 8_000, 'a question can have at most 2,000 characters'],
])('endless standard input is read up to the limit of $0.name and no further', async (kind, limits, most, words) => {
  const { said, read } = await readEndless(kind, limits);
  expect(said).toBe(`Standard input is too long: ${words}`);
  expect(read).toBeLessThan(most + 10 * piece.length);
});

test('a file has the same limit, and is not mixed with words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-content-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const context = new Context({ url: 'http://127.0.0.1:1' }, { XDG_DATA_HOME: folder });
  const from = join(folder, 'long.txt');
  await writeFile(from, 'x'.repeat(65_537));
  await expect(content(context, message, { from })).rejects.toThrow('long.txt is too long: a message');
  await expect(content(context, message, { from: folder })).rejects.toThrow('is not a file');
  await expect(content(context, message, { words: ['Hello'], from })).rejects.toThrow('Give the text or --from, not both');
  await writeFile(from, 'x'.repeat(65_536));
  expect(await content(context, message, { from })).toHaveLength(65_536);
});
