import { execFileSync } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { inWords } from './failure.ts';
import { post } from './post.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A certificate for one name that only those who know it trust. */
function certificate(name: string) {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const ask = (url: string, more: { ca?: string; stopping?: AbortSignal } = {}) =>
  post({
    url: new URL(url),
    address: '127.0.0.1',
    headers: { 'x-test': 'yes' },
    body: '{"a":"é"}',
    stopping: new AbortController().signal,
    ...more,
  });

describe('a request', () => {
  it('goes to the checked address, whatever the name of its host', async () => {
    const seen: unknown[] = [];
    const answer: RequestListener = ({ method, url, headers }, response) => {
      seen.push([method, url, headers.host, headers['x-test'], headers['content-length'], headers.connection]);
      response.writeHead(202).end('ok');
    };
    const port = await listen(createServer(answer));
    expect(await ask(`http://no.such.name.example:${port}/a?b=1#c`)).toEqual({ status: 202, body: 'ok' });
    expect(seen).toEqual([['POST', '/a?b=1', `no.such.name.example:${port}`, 'yes', '10', 'close']]);
  });

  it('reads at most 4 KiB of the answer, and ends the connection then', async () => {
    let written = 0;
    let closed: Promise<unknown> = Promise.resolve();
    const flood: RequestListener = (_, response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x'))) written += 16_384;
      };
      response.on('drain', more);
      more();
    };
    const port = await listen(createServer(flood));
    const { body } = await ask(`http://big.example:${port}/`);
    expect(body).toBe('x'.repeat(4_096));
    await closed;
    expect(written).toBeLessThan(10_000_000);
  });

  it('ends at any time', async () => {
    const port = await listen(createServer(() => {}));
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 50);
    await expect(ask(`http://slow.example:${port}/`, { stopping: ending.signal })).rejects.toThrow('abort');
  });

  it('follows no redirect', async () => {
    let requests = 0;
    const redirect: RequestListener = (_, response) => {
      requests += 1;
      response.writeHead(302, { location: '/' }).end();
    };
    const port = await listen(createServer(redirect));
    expect((await ask(`http://moved.example:${port}/`)).status).toBe(302);
    expect(requests).toBe(1);
  });

  it('requires a valid TLS certificate for the name in the URL', async () => {
    const tls = certificate('agent.example');
    const port = await listen(createTlsServer(tls, (_, response) => response.end('safe')));
    const refusal = async (name: string, ca?: string) =>
      inWords(await ask(`https://${name}:${port}/`, { ...(ca && { ca }) }).catch((error: unknown) => error));
    expect(await ask(`https://agent.example:${port}/`, { ca: tls.cert })).toEqual({ status: 200, body: 'safe' });
    expect(await refusal('agent.example')).toContain('TLS certificate');
    expect(await refusal('other.example', tls.cert)).toContain('TLS certificate');
  });

  it('fails in words without an address', async () => {
    const port = await listen(createServer());
    const said = inWords(await ask(`https://plain.example:${port}/`).catch((error: unknown) => error));
    expect(said).toBe('Its TLS certificate is not valid, or it does not use TLS');
    const refused = inWords(await ask('http://none.example:1/').catch((error: unknown) => error));
    expect(refused).toBe('It refused the connection');
    expect(inWords(new Error('connect ETIMEDOUT 10.0.0.7:443'))).toBe('The connection to it failed');
  });
});
