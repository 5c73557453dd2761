import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { maxFileNameBytes } from '@parley/core';
import { meeting, pythonWith, type Member } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve, type Served } from '../in-process.ts';
import { fileUrl } from '../uploads.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'parley-forms-'));
const hasGo = await run('go', ['version']).then(Boolean, () => false);
const withRequests = pythonWith('requests==2.34.2');
const noGo = hasGo ? '' : ' (SKIPPED: there is no go)';
const noRequests = withRequests ? '' : ' (SKIPPED: there is no python3 with venv, or requests cannot be installed)';

const name = 'Größe 1.log';
const path = join(folder, name);
const bytes = Buffer.concat([Buffer.from('\r\n--\r\n'), Buffer.alloc(3_000_000, 'line\n'), Buffer.from('\r\n--')]);

let served: Served;
let ada: Member;
beforeAll(async () => {
  served = await serve({ PARLEY_MAX_FILE_BYTES: '4000000', PARLEY_MAX_FILE_BYTES_PER_SPACE: '40000000' });
  [ada] = (await meeting(served, 1)).crew as [Member];
  writeFileSync(path, bytes);
});
afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface View {
  fileId: string;
  name: string;
  code?: string;
  error?: string;
}

/** The file came back as it was, with its name. */
async function expectArrived(answer: string, as = name): Promise<void> {
  const view = JSON.parse(answer) as View;
  expect(view).toMatchObject({ name: as, bytes: bytes.length });
  const download = await fetch(fileUrl(served, ada, `/${view.fileId}/download`), { headers: { 'x-private-key': ada.key } });
  expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
}

const post = async (form: BodyInit, query = '', headers: Record<string, string> = {}) => {
  const init = { method: 'POST', headers: { 'x-private-key': ada.key, ...headers }, body: form };
  const answer = await fetch(fileUrl(served, ada, query), init);
  return { status: answer.status, body: (await answer.json()) as View };
};
const formWith = (...files: [field: string, value: Blob | string, name?: string][]) => {
  const form = new FormData();
  for (const [field, value, as] of files) {
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, value, as);
  }
  return form;
};

describe('the file of a form arrives as it was, with its name, from', () => {
  test('curl -F', async () => {
    const words = ['-sS', '-H', `X-Private-Key: ${ada.key}`, '-F', `file=@${path}`, fileUrl(served, ada)];
    await expectArrived((await run('curl', words)).stdout);
  });

  test('a form of a browser', async () => {
    const { body } = await post(formWith(['upload', new Blob([bytes]), name]));
    await expectArrived(JSON.stringify(body));
  });

  test.skipIf(!withRequests)(`requests of Python${noRequests}`, async () => {
    const program = `import requests, sys
print(requests.post(sys.argv[1], headers={"X-Private-Key": sys.argv[2]}, files={"file": open(sys.argv[3], "rb")}).text)`;
    await expectArrived((await run(withRequests!, ['-c', program, fileUrl(served, ada), ada.key, path])).stdout);
  });

  test.skipIf(!hasGo)(`mime/multipart of Go${noGo}`, async () => {
    const program = join(folder, 'upload.go');
    writeFileSync(
      program,
      `package main
import ("bytes"; "fmt"; "io"; "mime/multipart"; "net/http"; "os"; "path/filepath")
func main() {
  var body bytes.Buffer
  form := multipart.NewWriter(&body)
  part, _ := form.CreateFormFile("file", filepath.Base(os.Args[3]))
  file, _ := os.Open(os.Args[3])
  io.Copy(part, file)
  form.Close()
  request, _ := http.NewRequest("POST", os.Args[1], &body)
  request.Header.Set("Content-Type", form.FormDataContentType())
  request.Header.Set("X-Private-Key", os.Args[2])
  answer, err := http.DefaultClient.Do(request)
  if err != nil { panic(err) }
  text, _ := io.ReadAll(answer.Body)
  fmt.Print(string(text))
}`,
    );
    const env = { ...process.env, GOCACHE: join(folder, 'cache'), GO111MODULE: 'off' };
    await expectArrived((await run('go', ['run', program, fileUrl(served, ada), ada.key, path], { env })).stdout);
  });
});

describe('a form', () => {
  test('has its name from the query if that says one, and else must have one', async () => {
    await expectArrived(
      JSON.stringify((await post(formWith(['f', new Blob([bytes]), name]), '?name=other.log')).body),
      'other.log',
    );
    const long = await post(formWith(['f', new Blob(['x']), 'x'.repeat(maxFileNameBytes + 1)]));
    expect([long.status, long.body]).toMatchObject([
      400,
      { code: 'invalid_request', error: expect.stringContaining('name must be at most') },
    ]);
    const none = `--b\r\nContent-Disposition: form-data; name="f"; filename=""\r\n\r\nx\r\n--b--`;
    const refused = await post(none, '', { 'content-type': 'multipart/form-data; boundary=b' });
    expect([refused.status, refused.body]).toMatchObject([400, { error: 'name is required' }]);
  });

  test('is 400 with several parts, or with a field, and nothing of it is stored', async () => {
    const before = await count();
    const file: [string, Blob, string] = ['file', new Blob([bytes]), 'a.log'];
    const small: [string, Blob, string] = ['file', new Blob(['x']), 'b.log'];
    for (const form of [formWith(file, small), formWith(file, ['note', 'x']), formWith(['note', 'x'], file)]) {
      const { status, body } = await post(form);
      expect([status, body.error]).toEqual([400, expect.stringContaining('curl -F file=@report.pdf')]);
    }
    expect(await count()).toBe(before);
  });

  test('is 413 if its file is too large, at once or when too much has arrived', async () => {
    for (const size of [4_000_001, 4_200_000]) {
      const { status, body } = await post(formWith(['file', new Blob([new Uint8Array(size)]), 'a.log']));
      expect([status, body.code]).toEqual([413, 'file_too_large']);
    }
    expect((await post(formWith(['file', new Blob([new Uint8Array(4_000_000)]), 'a.log']))).status).toBe(200);
  });

  test('needs a key, before it is read', async () => {
    expect((await post(formWith(['file', new Blob([bytes]), name]), '', { 'x-private-key': '' })).body.code).toBe('key_missing');
  });

  test('is 400 with the words "send JSON" everywhere else', async () => {
    const { spaceId, key } = ada;
    const headers = { 'x-private-key': key };
    for (const place of [`/hub/space/${spaceId}/messages`, '/hub/space', '/trpc/sendMessage', '/mcp', '/a2a', '/ask']) {
      const answer = await fetch(served.url + place, { method: 'POST', headers, body: formWith(['content', 'Hello']) });
      expect([answer.status, await answer.text()], place).toEqual([400, expect.stringContaining('send JSON')]);
    }
  });
});

const count = async (): Promise<number> => {
  const answer = await fetch(fileUrl(served, ada), { headers: { 'x-private-key': ada.key } });
  return ((await answer.json()) as { files: [] }).files.length;
};
