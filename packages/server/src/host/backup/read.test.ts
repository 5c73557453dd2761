import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { storedTables } from './tables.ts';
import { linesIn } from './lines.ts';
import { readBackup, type BackupReader } from './read.ts';
import { linesOf } from './write.ts';

const user = [
  '0b1c2d3e-0000-4000-8000-000000000000',
  'issuer',
  'subject',
  'Ada',
  'ada@parley.example',
  7,
  false,
  null,
  null,
  false,
];

const identity = { secretFingerprint: 'f', serverId: randomUUID() };

async function backupLines(): Promise<string[]> {
  let text = '';
  const rows = async function* ({ name }: { name: string }) {
    if (name === 'users') yield [user];
  };
  for await (const lines of linesOf({ identity, tables: storedTables, rows }, 0)) text += lines;
  return text.split('\n').slice(0, -1);
}

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

async function* chunksOf(text: string | Buffer, size = 100): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const read = (text: string | Buffer, reading?: BackupReader) => readBackup(chunksOf(text), reading);

/** With the digest of the other lines, as somebody would write it who changes a backup on purpose. */
function signed(lines: readonly string[]): string {
  const body = textOf(lines.slice(0, -1));
  const end = JSON.parse(lines.at(-1)!) as object;
  return body + textOf([JSON.stringify({ ...end, sha256: createHash('sha256').update(body).digest('hex') })]);
}

it('a backup is read as it was written, in chunks of any size', async () => {
  const text = textOf(await backupLines());
  for (const size of [1, 7, 100_000]) {
    const seen: unknown[] = [];
    const contents = await readBackup(chunksOf(text, size), {
      rows: async ({ name }, rows) => void seen.push([name, ...rows.map((row) => JSON.parse(row) as unknown)]),
    });
    expect(seen).toEqual([['users', user]]);
    expect(contents).toMatchObject({ header: { format: 'parley/1', secretFingerprint: 'f' }, rows: { users: 1, spaces: 0 } });
  }
});

it('every cut and every changed byte is noticed', async () => {
  const text = textOf(await backupLines());
  for (let end = 0; end < text.length; end += 13)
    await expect(read(text.slice(0, end))).rejects.toMatchObject({ name: 'Damaged' });
  for (let at = 0; at < text.length; at += 13) {
    const changed = Buffer.from(text);
    changed[at]! ^= 1;
    await expect(read(changed), `byte ${at}`).rejects.toMatchObject({ name: 'Damaged' });
  }
});

const refusals: [string, (lines: string[]) => string | Buffer, RegExp][] = [
  ['an empty file', () => '', /empty/],
  ['another file', () => '%PDF-1.7\n', /not a backup of Parley/],
  ['a ZIP archive', () => 'PK\u0003\u0004\n', /compressed/],
  ['JSON of another kind', () => '{"format":"other"}\n', /not a backup of Parley/],
  ['an export of a space', (lines) => textOf([lines[0]!.replace('"backup"', '"space"')]), /contains no keys/],
  ['a file of another kind', (lines) => textOf([lines[0]!.replace('"backup"', '"other"')]), /another format/],
  ['a compressed file', (lines) => Buffer.concat([gzipSync(textOf(lines)), Buffer.from('\n')]), /compressed/],
  ['a later format', (lines) => signed([lines[0]!.replace('parley/1', 'parley/2'), ...lines.slice(1)]), /parley\/1/],
  [
    'other tables',
    (lines) => signed([lines[0]!.replace(/"schema":"\d+/, '"schema":"9999'), ...lines.slice(1)]),
    /release "0\.1\.0"/,
  ],
  ['lines after the end', (lines) => textOf([...lines, lines.at(-1)!]), /follows the end/],
  [
    'a table that Parley does not have',
    (lines) => signed(lines.map((line) => line.replace('"users"', '"pg_authid"'))),
    /damaged/,
  ],
  ['a table twice', (lines) => signed([...lines.slice(0, 4), lines[1]!, ...lines.slice(4)]), /damaged/],
  ['a column too few', (lines) => signed(lines.map((line) => line.replace(',"is_ending"]', ']'))), /damaged/],
  ['a cell too many', (lines) => signed(lines.map((line) => line.replace('"Ada"', '"Ada","Ada"'))), /not a row/],
  ['a cell that is an object', (lines) => signed(lines.map((line) => line.replace('"Ada"', '{}'))), /not a row/],
  ['a missing row', (lines) => signed(lines.filter((line) => !line.includes('Ada'))), /number of rows of users/],
  ['a missing table', (lines) => signed(lines.filter((line) => !line.includes('"table":"spaces"'))), /spaces/],
  ['nested arrays without an end', () => '['.repeat(1_000_000) + '\n', /not a backup/],
];

it.each(refusals)('%s is refused in one line', async (_, change, says) => {
  const failure = await read(change(await backupLines())).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'Damaged', message: expect.stringMatching(says) });
  expect((failure as Error).message).not.toContain('\n');
});

it('a line that never ends is refused before it fills the memory', async () => {
  let sent = 0;
  const endless = async function* () {
    for (;;) {
      sent += 1024;
      yield Buffer.alloc(1024, 'x');
    }
  };
  const reading = async () => {
    for await (const line of linesIn(endless(), 10_000)) expect(line).toBeUndefined();
  };
  await expect(reading()).rejects.toThrow(/^Line 1 is longer than 10000 bytes/);
  expect(sent).toBeLessThan(20_000);
});
