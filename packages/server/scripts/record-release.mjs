// Records a database that the built server of a checkout creates, and what it answers, for `test/full/releases.test.ts`:
//   node scripts/record-release.mjs CHECKOUT FILE
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startPostgres, Walker } from '@parley/testing';
import connect from 'postgres';

const [checkout, file] = process.argv.slice(2);
const ages = '2000000000';
const secret = 'the secret of a recorded release, long enough';
const publicUrl = 'https://parley.example';
const postgres = await startPostgres();
const server = spawn(process.execPath, [join(resolve(checkout), 'packages/server/dist/main.js')], {
  env: {
    PATH: process.env['PATH'],
    PORT: '0',
    DATABASE_URL: postgres.url,
    PARLEY_SECRET: secret,
    PARLEY_PUBLIC_URL: publicUrl,
    PARLEY_LOCK_TTL_SECONDS: ages,
    PARLEY_IDEMPOTENCY_TTL_SECONDS: ages,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.once('exit', () => server.kill());
const { url, setUpLink } = await new Promise((found) => {
  let said = '';
  server.stdout.on('data', (chunk) => {
    said += chunk;
    const [, url] = /Parley listens on (\S+\d)/.exec(said) ?? [];
    if (url) found({ url, setUpLink: /Create the first account at (\S+)/.exec(said)?.[1] });
  });
});

async function call(method, path, key, body, headers) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key && { 'x-private-key': key }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function open(privacy, { terms, headers } = {}) {
  const wish = { name: `A ${privacy} space`, description: 'Made by an earlier release', privacy, ttl: Number(ages) };
  const { spaceId, ownerId, ownerPrivateKey } = await call('POST', '/hub/space', undefined, wish, headers);
  const place = `/hub/space/${spaceId}`;
  const { publicInvitationKey: invitation } = await call('POST', `${place}/invite`, ownerPrivateKey, terms);
  const join = async (name) => {
    const joined = await call('POST', `${place}/join`, invitation, { name, role: 'critic “of all”' });
    return { id: joined.participantId, key: joined.participantPrivateKey };
  };
  return { spaceId, place, invitation, owner: { id: ownerId, key: ownerPrivateKey }, join };
}

const spaceOf = ({ spaceId, invitation, owner }) => ({ spaceId, invitation, owner });
const approve = ({ place, owner }, { id }) => call('POST', `${place}/participants/${id}/approve`, owner.key);

async function admit(space, participant) {
  await approve(space, participant);
  const { participantPrivateKey: key } = await call('GET', `${space.place}/join/${participant.id}`, space.invitation);
  return { id: participant.id, key };
}

/** All events visible to a participant, up to the newest. */
async function eventsOf({ place }, { key }) {
  const leaving = new AbortController();
  const headers = { 'x-private-key': key, 'last-event-id': '0' };
  const response = await fetch(`${url}${place}/messages/stream`, { headers, signal: leaving.signal });
  const events = [];
  let unread = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (unread + text).split('\n\n');
    unread = frames.pop();
    for (const frame of frames) {
      const event = /^event: (.*)$/m.exec(frame)?.[1];
      if (event === 'context') {
        leaving.abort();
        return events;
      }
      const id = /^id: (.*)$/m.exec(frame)?.[1];
      if (id) events.push({ id: Number(id), event, data: JSON.parse(/^data: (.*)$/m.exec(frame)[1]) });
    }
  }
  throw new Error('The stream ended before the newest event');
}

const open1 = await open('public');
const { place, owner } = open1;
const [ada, ben, cid] = [await open1.join('Ada'), await open1.join('Bén ✓'), await open1.join('Cid')];
for (let i = 1; i <= 5; i += 1) await call('POST', `${place}/messages`, ada.key, { content: `Message ${i}: "é" \\ \n line` });
const plan = await call('POST', `${place}/artifact`, ada.key, { name: 'Plan', type: 'markdown', content: 'first' });
const idle = await call('POST', `${place}/artifact`, owner.key, { name: 'Idle', type: 'markdown', content: '' });
await call('POST', `${place}/artifact/${plan.id}/lock`, ada.key);
const written = await call('PATCH', `${place}/artifact/${plan.id}`, ada.key, { content: '# Second\n' });
await call('POST', `${place}/artifact/${idle.id}/lock`, ben.key);
await call('DELETE', `${place}/artifact/${idle.id}/lock`, ben.key);
await call('POST', `${place}/participants/${ben.id}/mute`, owner.key);
await call('POST', `${place}/participants/${cid.id}/kick`, owner.key);
const message = { content: 'Sent once' };
const idempotencyKey = randomUUID();
const sent = await call('POST', `${place}/messages`, ada.key, message, { 'idempotency-key': idempotencyKey });

const hidden = await open('private');
const [dan, eve] = [await hidden.join('Dan'), await hidden.join('Eve')];
await approve(hidden, eve);
const fay = await admit(hidden, await hidden.join('Fay'));
await call('POST', `${hidden.place}/messages`, fay.key, { content: 'I am in' });

const ended = await open('public');
const late = await ended.join('Late');
await call('POST', `${ended.place}/messages`, late.key, { content: 'Last words' });
await call('DELETE', ended.place, ended.owner.key);

/** A space of an account, entered with a limited invitation, with deliveries, and with an artifact that has a history and a proposal. */
async function recordTeam() {
  const account = { email: 'maya@example.org', password: 'correct horse battery' };
  const setUp = await new Walker().open(`${url}/setup${new URL(setUpLink).search}`);
  const human = await setUp.submit('Create the account', { name: 'Maya', ...account });
  const { token: session } = await human.json(`${url}/auth/token`);
  const signedIn = { authorization: `Bearer ${String(session)}` };
  const { token: userToken, id: tokenId } = await call('POST', '/hub/me/tokens', undefined, {}, signedIn);

  const terms = { maxUses: 3, expiresInSeconds: Number(ages), role: 'reviewer' };
  const team = await open('private', { terms, headers: { 'x-user-token': userToken } });
  const { place, owner } = team;
  const [gil, hal] = [await admit(team, await team.join('Gil')), await admit(team, await team.join('Hal'))];

  const create = (name, content) => call('POST', `${place}/artifact`, gil.key, { name, type: 'markdown', content });
  const draft = await create('Draft', 'one\n');
  const artifact = `${place}/artifact/${draft.id}`;
  await call('PATCH', artifact, gil.key, { append: 'two\n', lock: 'auto', note: 'A second line' });
  await call('PATCH', artifact, owner.key, { edits: [{ old: 'one', new: '1' }], lock: 'auto' });
  const proposed = { baseVersion: 3, append: 'three\n', note: 'And a third' };
  const { proposalId } = await call('POST', `${artifact}/proposals`, hal.key, proposed);
  const removed = await create('Removed', 'Still here\n');
  await call('DELETE', `${place}/artifact/${removed.id}`, gil.key);

  for (const content of ['Held', 'Lapsed', 'Queued'])
    await call('POST', `${place}/messages`, owner.key, { content, to: [hal.id] });
  const claim = (leaseSeconds) => call('POST', `${place}/deliveries/claim`, hal.key, { leaseSeconds });
  const { delivery: held } = await claim(3_600);
  await claim(10);
  return {
    ...spaceOf(team),
    gil,
    hal,
    account: { ...account, userToken, tokenId },
    draft: draft.id,
    proposalId,
    removed: removed.id,
    held: { deliveryId: held.deliveryId, leaseId: held.leaseId },
    seen: { owner: await eventsOf(team, owner), gil: await eventsOf(team, gil), hal: await eventsOf(team, hal) },
    told: {
      space: await call('GET', place, gil.key),
      messages: await call('GET', `${place}/messages`, gil.key),
      artifacts: await call('GET', `${place}/artifact`, gil.key),
      versions: await call('GET', `${artifact}/versions`, gil.key),
      proposal: await call('GET', `${artifact}/proposals/${proposalId}`, gil.key),
      deliveries: await call('GET', `${place}/deliveries?role=sender&state=all`, owner.key),
      invitations: await call('GET', `${place}/invitations`, owner.key),
    },
  };
}
const { paths } = await call('GET', '/openapi.json');
const team = '/hub/space/{spaceId}/artifact/{artifactId}/proposals' in paths ? await recordTeam() : undefined;

const seen = {
  owner: await eventsOf(open1, owner),
  ada: await eventsOf(open1, ada),
  hiddenOwner: await eventsOf(hidden, hidden.owner),
  fay: await eventsOf(hidden, fay),
};
const told = {
  space: await call('GET', place, ada.key),
  messages: await call('GET', `${place}/messages`, ada.key),
  artifacts: await call('GET', `${place}/artifact`, ada.key),
};
server.kill('SIGTERM');
await new Promise((resolve) => server.once('exit', resolve));

const sql = connect(postgres.url, { max: 1 });
// No lease lasts as long as a recording is used.
if (team) await sql`update deliveries set lease_expires_ms = ${4e12} where delivery_id = ${team.held.deliveryId}`;
const tables = {};
for (const { name } of await sql`select table_name as name from information_schema.tables where table_schema = 'public'`) {
  const [{ rows }] = await sql.unsafe(`select coalesce(json_agg(t), '[]') as rows from "${name}" t`);
  if (rows.length > 0) tables[name] = rows;
}
await sql.end();
await postgres.stop();
writeFileSync(
  file,
  `${JSON.stringify(
    {
      secret,
      publicUrl,
      open: { ...spaceOf(open1), ada, ben, plan: written, idle: idle.id },
      hidden: { ...spaceOf(hidden), dan: dan.id, eve: eve.id, fay },
      ended: { ...spaceOf(ended), late },
      retry: { idempotencyKey, message, messageId: sent.messageId },
      team,
      seen,
      told,
      tables,
    },
    null,
    1,
  )}\n`,
);
