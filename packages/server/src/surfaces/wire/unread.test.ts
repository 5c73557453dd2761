import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serve, told, type Served } from './served.fixture.ts';

let served: Served;
let place: string;
let key: string;
beforeAll(async () => {
  served = await serve();
  const { spaceId, ownerPrivateKey } = await served.space();
  [place, key] = [`/hub/space/${spaceId}`, ownerPrivateKey];
});
afterAll(() => served.close());

const unknown = 'f'.repeat(64);
const head = (path: string, ...headers: string[]) => `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n`;

/** A client that sends a head and then a byte of its body now and then, until the connection ends. */
async function dripping(text: string): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1').on('error', () => {});
  let received = '';
  socket.setEncoding('latin1').on('data', (part: string) => (received += part));
  await once(socket, 'connect');
  socket.write(text);
  const drip = setInterval(() => socket.write(text.includes('chunked') ? '1\r\nx\r\n' : 'x'), 100);
  socket.once('close', () => clearInterval(drip));
  onTestFinished(() => void socket.destroy());
  return { socket, received: () => received };
}

/** What ends first: the body, after so many bytes, or the connection. */
const answerTo = async (text: string) => {
  const { socket, received } = await dripping(text);
  await once(socket, 'close');
  return received();
};

describe('a body that nobody reads', () => {
  it.each<[string, () => [string, ...string[]], RegExp]>([
    [
      'that is declared too large',
      () => [`${place}/messages`, 'Content-Length: 10000000000'],
      /^HTTP\/1\.1 400 .*"actual":10000000000/s,
    ],
    [
      'of a file that is declared too large',
      () => [`${place}/file?name=a`, 'Content-Length: 10000000000', `X-Private-Key: ${key}`],
      /^HTTP\/1\.1 413 .*"actual":10000000000/s,
    ],
    [
      'of a file, with an unknown key',
      () => [`${place}/file?name=a`, 'Content-Length: 1000', `X-Private-Key: ${unknown}`],
      /^HTTP\/1\.1 401 /,
    ],
    ['of unknown length, at a URL where nothing is', () => ['/hub/nothing', 'Transfer-Encoding: chunked'], /^HTTP\/1\.1 404 /],
  ])('%s: the answer does not wait for it, and the connection ends', async (_, asked, words) => {
    const [path, ...headers] = asked();
    const received = await answerTo(head(path, ...headers));
    expect(received).toMatch(words);
    expect(received.toLowerCase()).toContain('\r\nconnection: close\r\n');
  });

  it('and is small keeps its connection', async () => {
    const body = '{"content":"Hello"}';
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (part: string) => (received += part));
    const refused = head('/hub/nothing', `Content-Length: ${body.length}`);
    socket.write(refused);
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(body + head('/hub/nothing', 'Content-Length: 0', 'Connection: close'));
    await once(socket, 'close');
    expect(received.match(/HTTP\/1\.1 404 /g)).toHaveLength(2);
  });

  it('and is sent all the same does not lose the answer', async () => {
    const headers = { 'x-private-key': key, 'content-type': 'application/json' };
    const refused = await served.ask('POST', `${place}/messages`, { headers, body: 'x'.repeat(4_000_000) });
    expect([refused.status, told(refused).issues?.[0]?.actual]).toEqual([400, 4_000_000]);
  });
});

describe('Expect: 100-continue', () => {
  const upload = (privateKey: string) =>
    head(
      `${place}/file?name=a`,
      'Content-Length: 5',
      'Expect: 100-continue',
      'Connection: close',
      `X-Private-Key: ${privateKey}`,
    );

  it('no 100 for an upload that is refused, and 100 for one that is read', async () => {
    expect(await served.exchange(upload(unknown))).toMatch(/^HTTP\/1\.1 401 /);
    expect(await served.exchange(`${upload(key)}Hello`)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });
});
