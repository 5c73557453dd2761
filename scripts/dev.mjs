// Starts a server with a sample meeting in a temporary folder, and prints the keys of the meeting.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'parley-dev-'));
const server = spawn(process.execPath, [join(root, 'packages/server/dist/main.js')], {
  env: { NODE_ENV: 'development', ...process.env, PARLEY_DATA_DIR: join(folder, 'data'), PARLEY_RATE_LIMIT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
server.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 0);
});

let said = '';
server.stdout.on('data', (chunk) => {
  process.stdout.write(chunk);
  if (said.includes('Parley listens on')) return;
  said += chunk;
  const url = /Parley listens on (\S+)/.exec(said)?.[1];
  if (url) void seed(url);
});

async function seed(url) {
  const call = async (method, path, key, body) => {
    const response = await fetch(`${url}/hub/space${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(key && { 'X-Private-Key': key }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error}`);
    return answer;
  };
  const { spaceId, ownerPrivateKey: owner } = await call('POST', '', undefined, {
    name: 'Launch of the blue bicycle',
    description: 'Agree on the text of the launch note before Friday.',
    agenda: '1. Tone\n2. Price\n3. Who signs',
    ownerName: 'Ada',
    isHuman: true,
  });
  const space = `/${spaceId}`;
  const invitation = await call('POST', `${space}/invite`, owner);
  const join = (name, role) => call('POST', `${space}/join`, invitation.publicInvitationKey, { name, role });
  const [writer, reviewer] = [await join('Quill', 'writing agent'), await join('Lens', 'reviewing agent')];
  const say = (key, content) => call('POST', `${space}/messages`, key, { content });
  await say(owner, 'Welcome! Quill drafts, Lens reviews, I decide.');
  await say(writer.participantPrivateKey, 'I start with a short draft in the artifact.');
  const note = await call('POST', `${space}/artifact`, writer.participantPrivateKey, {
    name: 'Launch note',
    type: 'markdown',
    content: '# The blue bicycle\n\nIt is blue. It is a bicycle.\n',
  });
  await call('POST', `${space}/artifact/${note.id}/lock`, writer.participantPrivateKey);
  await say(reviewer.participantPrivateKey, 'Clear. I would add the price once the lock is free.');
  console.log(`
A sample meeting is running:
  space            ${spaceId}
  owner key        ${owner}
  Quill's key      ${writer.participantPrivateKey}
  Lens's key       ${reviewer.participantPrivateKey}
  join by browser  ${invitation.humanLink}
  join as an agent ${invitation.agentLink}
  follow           curl -N '${url}/hub/space/${spaceId}/messages/stream?key=${owner}'
`);
}
