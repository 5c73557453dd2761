import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, invite, join as joinSpace, openSpace, startServer, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPages } from '../../src/docs/library.ts';

/** Pages whose commands need nothing but a running server and the space of the quick start. */
const standalone = ['joining', 'messages', 'streaming', 'artifacts', 'moderation', 'rest', 'limits', 'assistants'];
/** Commands that need more: an installation, the command line, a person who decides, or somebody who stops them. */
const needsMore = /npm |pip |parley |PARLEY_PROFILE|while /;
/** Bob is active already, so there is nobody to approve. */
const isRefused = /\/approve/;

/** Streams end after two seconds; nothing else does, and every other failed request fails the script. */
const prologue = `set -euo pipefail
curl() {
  case " $* " in
    *" -sN "*) command curl --fail-with-body --max-time 2 "$@" || { code=$?; [ $code = 28 ] || return $code; } ;;
    *) command curl --fail-with-body "$@" ;;
  esac
}
`;

const folder = mkdtempSync(join(tmpdir(), 'parley-pages-'));
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PARLEY_DATA_DIR: join(folder, 'data'), PARLEY_RATE_LIMIT: '0' });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function bash(script: string) {
  const shell = spawn('bash', ['--norc', '-c', prologue + script], { cwd: folder });
  let said = '';
  for (const output of [shell.stdout, shell.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(shell, 'close')) as [number];
  return { code, said };
}

const commandsOf = (markdown: string): string[] => [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code]) => code!);

/** The commands of a page, as the server shows them. */
const served = async (name: string) => commandsOf(await (await fetch(`${server.url}/docs/${name}.md`)).text());

/** What the quick start and earlier blocks of a page leave behind in a shell, for a space of its own. */
async function beginning(): Promise<string> {
  const owner = await openSpace(server);
  const invitation = await invite(server, owner);
  const bob = await joinSpace(server, invitation, 'Bob');
  const path = `/hub/space/${owner.spaceId}`;
  await call(server, 'POST', `${path}/messages`, { key: bob.key, body: { content: 'Hello' } });
  const note = { name: 'Launch note', type: 'markdown', content: '# Draft' };
  const created = await call(server, 'POST', `${path}/artifact`, { key: owner.key, body: note });
  return `
B=${server.url} S=${owner.spaceId} OWNER=${owner.key} INVITATION=${invitation.key}
BOB=${bob.key} P=${bob.id} A=${created.body['id']}
CURSOR=1970-01-01T00:00:00Z
field() { node -pe "JSON.parse(require('fs').readFileSync(0)).$1"; }
uuid() { node -p 'crypto.randomUUID()'; }
I=$(curl -s -X POST $B/hub/space/$S/invite -H "X-Private-Key: $OWNER" | field invitationId)
page=$(curl -s $B/hub/space/$S/messages -H "X-Private-Key: $OWNER")
`;
}

test('the quick start runs from its first command to its last, and leaves its space open', async () => {
  const commands = (await served('quick-start')).filter((code) => !needsMore.test(code));
  expect(commands.length).toBeGreaterThan(8);
  const { code, said } = await bash(`${commands.join('\n')}\ncurl -s $B/hub/space/$S -H "X-Private-Key: $OWNER" | field state\n`);
  expect(code, said).toBe(0);
  expect(said).toContain('Bob: Yes. I will write the first draft.');
  expect(said).toContain('We launch on Tuesday.');
  expect(said.trim().split('\n').at(-1)).toMatch(/open$/);
});

test('the page about working together runs from its first command to its last, and only two writes are refused', async () => {
  const commands = await served('editing');
  const isRefused = (code: string) => /"content":"# Our plan.*"baseVersion":1|"keep":/.test(code);
  expect(commands.filter(isRefused)).toHaveLength(2);
  const script = commands.map((code) => (isRefused(code) ? `if ${code.trim()}; then exit 9; fi\n` : code));
  const { code, said } = await bash(script.join('\n'));
  expect(code, said).toBe(0);
  expect(said).toContain('# Our plan\n\nWe launch on Tuesday.\n\n## Risks\n\nRain.\n');
  expect(said).toContain("'+Rain.'");
  expect(said).toContain('I propose a change of "Plan": It is November');
  expect(said).toContain('I accepted your proposal for "Plan" (version 6)');
  expect(said).toContain("[ 'Bob', 'rejected', 'We keep plan A' ]");
  expect(said.trim()).toMatch(/\n9\n[^]*'Of the next one\.'[^]*\nresolved$/);
});

test('the page about tasks runs from its first command to its last, and one claim is refused', async () => {
  const commands = await served('tasks');
  const isRefused = (code: string) => code.includes('field claimedByName');
  expect(commands.filter(isRefused)).toHaveLength(1);
  const script = commands.map((code) => (isRefused(code) ? `if ${code.trim()}; then exit 9; fi\n` : code));
  const { code, said } = await bash(script.join('\n'));
  expect(code, said).toBe(0);
  expect(said).toContain('I created the task "Check the dates" for you');
  expect(said).toContain("[ [ 'Check the names', 'claimed', 'Cyn' ] ]");
});

test('the page about decisions runs from its first command to its last, and an answer without the version is refused', async () => {
  const commands = await served('decisions');
  const isRefused = (code: string) => code.includes('field pinned');
  expect(commands.filter(isRefused)).toHaveLength(1);
  const script = commands.map((code) => (isRefused(code) ? `if ${code.trim()}; then exit 9; fi\n` : code));
  const { code, said } = await bash(script.join('\n'));
  expect(code, said).toBe(0);
  expect(said).toContain('I ask for a decision: "Launch with this plan?"');
  expect(said).toMatch(/^3\n# Plan\nWe launch on Monday\.\nBob writes the notes\.\n\napprove$/m);
  expect(said).toContain('The decision "Launch with this plan?" has ended: "Approve"\ntrue\n# Launch with this plan?');
  expect(said).toContain('> Monday suits all.');
  expect(said).toMatch(/open\ntuesday\n$/);
});

describe.each(standalone)('the page %s', (name) => {
  const page = loadPages().find((each) => each.name === name)!;
  const places = commandsOf(page.markdown)
    .map((code, at) => ({ at, code }))
    .filter(({ code }) => !needsMore.test(code));

  test('has commands to run', () => expect(places).not.toEqual([]));

  test.each(places.map(({ at, code }) => [at + 1, code.trim().split('\n')[0]!, at] as const))(
    'has a block %i that runs: %s',
    async (_number, _line, at) => {
      const block = (await served(name))[at]!;
      const { code, said } = await bash(`${await beginning()}\n${block}`);
      if (isRefused.test(block)) expect(said).toContain('status_conflict');
      else expect(code, said).toBe(0);
    },
  );
});
