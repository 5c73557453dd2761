import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bare } from '../bare.ts';
import { startProxy } from '../proxy.ts';
import { usual, type Ours } from '../servers.ts';
import { replay, type Transcript } from '../transcript.ts';

const home = join(import.meta.dirname, '../..');
const read = (folder: string) =>
  readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Transcript);
const transcripts = read(join(home, 'transcripts'));

let server: Ours;
beforeAll(async () => {
  server = await usual('pglite', { PARLEY_RATE_LIMIT: '0', PARLEY_LINK_TTL_SECONDS: '12' });
});
afterAll(() => server.stop());

describe('a transcript', () => {
  it.each(transcripts)('matches the answers of our server: $name', async (transcript) => {
    expect(await replay(server.url, transcript)).toBeUndefined();
  });

  it.each(transcripts.filter(({ kind }) => kind === 'spec'))('uses no addition: $name', async (transcript) => {
    const proxy = await startProxy(server.url, bare);
    const fault = await replay(proxy.url, transcript);
    await proxy.stop();
    expect(fault).toBeUndefined();
  });

  it.each(transcripts)('notices a different status, a missing header and a missing field: $name', async (transcript) => {
    for (const [number, { response }] of transcript.steps.entries()) {
      for (const answer of [
        { ...response, status: 299 },
        { ...response, headers: { ...response.headers, 'x-none': '1' } },
        absent(response),
      ]) {
        const steps = transcript.steps.with(number, { ...transcript.steps[number]!, response: answer });
        expect(await replay(server.url, { ...transcript, steps })).toContain(`step ${number + 1}, `);
      }
    }
  });

  it('is up to date', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-transcripts-'));
    execFileSync(process.execPath, [join(home, 'scripts/record.mjs'), server.url, folder]);
    expect(read(folder)).toEqual(transcripts);
    rmSync(folder, { recursive: true });
  });
});

const absent = <Response extends { body?: unknown }>(response: Response): Response => ({
  ...response,
  body: typeof response.body === 'string' ? `${response.body}!` : { ...(response.body as object), missing: '{{:uuid}}' },
});
