import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { fetch } from '../../fetch.ts';
import { Counted, portion } from './portion.ts';

test.each([
  [0, 5_000_000, '0% of 4.8 MB'],
  [2_499_999, 5_000_000, '49% of 4.8 MB'],
  [5_000_000, 5_000_000, '100% of 4.8 MB'],
  [6, 5, '100% of 5 B'],
  [0, 0, '100% of 0 B'],
])('%i of %i bytes are %s', (done, bytes, words) => expect(portion(done, bytes)).toBe(words));

test('a file is sent with its length, counts what was read, and can be sent again', async () => {
  const arrived: { length: string | undefined; bytes: number }[] = [];
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (piece: Buffer) => (bytes += piece.length));
    request.on('end', () => {
      arrived.push({ length: request.headers['content-length'], bytes });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const file = new Counted([new Uint8Array(300_000)]);
    expect(file.read).toBe(0);
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const _ of [1, 2]) {
      await fetch(address, { method: 'POST', body: file });
      expect(file.read).toBe(300_000);
    }
    expect(arrived).toEqual([
      { length: '300000', bytes: 300_000 },
      { length: '300000', bytes: 300_000 },
    ]);
  } finally {
    server.close();
  }
});
