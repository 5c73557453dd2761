import { answer, ask, openStream, startIssuer, startServer, Walker, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { changePerson, idOf, personActions, type PersonAction } from '../../src/account/administration.ts';
import { formProof } from '../../src/surfaces/pages/forms.ts';
import { run } from '../backup-command.ts';
import { startCluster, type Cluster } from '../cluster.ts';
import { databases, onPostgres, type Place } from '../databases.ts';
import { serve, type Served } from '../in-process.ts';
import { administrator, joined, lin, maya, shutOut, signUp } from '../people.ts';
import { signedIn, signIn, started, type Visited } from '../visitors.ts';

const settings = { PARLEY_SIGN_UP: 'true' };

interface Shown {
  id: string;
  email: string;
  state: string;
  isAdministrator: boolean;
}

const refusal = async (server: { url: string }, session: string) => (await ask(server, 'getMe', { session })).status;

describe.each(databases)('the command, while the server runs on %s', (_name, open) => {
  let server: TestServer;
  let users: (...words: string[]) => ReturnType<typeof run>;
  let list: () => Promise<Shown[]>;
  let place: Place;
  beforeAll(async () => {
    place = await open();
    const own = { ...place.settings, ...settings };
    server = await startServer(own);
    users = (...words) => run(['users', ...words], own);
    list = async () => JSON.parse((await users('list', '--json')).out) as Shown[];
    await administrator(server);
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  test('lists and shows people, the first account as administrator, in text and as JSON', async () => {
    await signUp(server, lin);
    expect(await list()).toMatchObject([
      { email: maya.email, state: 'active', isAdministrator: true },
      { email: lin.email, state: 'active', isAdministrator: false },
    ]);
    const text = await users('list');
    expect([text.code, text.said]).toEqual([0, '']);
    expect(text.out.split('\n')[1]).toMatch(
      /^maya@example\.org\s+Maya\s+active\s+administrator\s+\d{4}-\d\d-\d\d\s+this server$/,
    );
    const { code, out } = await users('show', lin.email.toUpperCase());
    expect(code).toBe(0);
    expect(out).toMatch(/^email +lin@example\.org$/m);
    expect(out).toMatch(/^sessions +1$/m);
    expect(JSON.parse((await users('show', lin.email, '--json')).out)).toMatchObject({
      hasPassword: true,
      passkeys: 0,
      spaces: 0,
    });
  });

  test.each([
    [[], 2],
    [['list', 'somebody'], 2],
    [['show'], 2],
    [['remove', 'maya@example.org'], 2],
    [['erase-messages', 'maya@example.org'], 2],
    [['disable', 'a@example.org', 'b@example.org'], 2],
    [['delete', 'maya@example.org', '--messages'], 2],
    [['show', 'nobody@example.org'], 1],
    [['disable', "'; drop table users; --"], 1],
  ])('users %j ends with %d and one line or its usage', async (words, code) => {
    const ended = await users(...words);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.said).toMatch(
      code === 2 ? /^Usage: parley-server users list/ : /^Nobody here has the e-mail address or id [^\n]+\n$/,
    );
  });

  test('disables and enables: sessions, tokens and keys stop, whatever the case of the address', async () => {
    const ann = { name: 'Ann', email: 'ann@example.org', password: 'a third horse battery' };
    const { browser, session: sessionOf } = await signUp(server, ann);
    const session = await sessionOf();
    const { token: userToken } = await answer(201, server, 'createApiToken', { session }, { name: 'agent' });
    const { member } = await joined(server, session, 'Ann');
    const stream = await openStream(server, member);
    const disabled = await users('disable', 'ANN@Example.org');
    expect([disabled.code, disabled.said]).toEqual([0, '']);
    expect(disabled.out).toMatch(/^Disabled: ann@example\.org\./);
    expect(await refusal(server, session)).toBe(401);
    expect((await ask(server, 'getMySpaceKey', { spaceId: member.spaceId, userToken })).status).toBe(401);
    expect((await answer(401, server, 'getSpace', member)).code).toBe('key_revoked');
    expect(await stream.ended).toBe('ended');
    expect((await browser.open(`${server.url}/account`)).html).toContain('<h1>Sign in</h1>');
    expect((await signIn(server, ann.email, ann.password)).html).toContain('This account is disabled');
    expect((await signIn(server, ann.email, 'wrong password')).html).toContain('is wrong');
    expect((await list()).find(({ email }) => email === ann.email)).toMatchObject({ state: 'disabled' });
    expect((await users('disable', ann.email)).code).toBe(0);

    expect((await users('enable', ann.email)).out).toMatch(/^Enabled: /);
    expect((await signIn(server, ann.email, ann.password)).html).toContain(signedIn);
    expect(await refusal(server, session)).toBe(401);
    const { privateKey } = await answer(200, server, 'getMySpaceKey', { spaceId: member.spaceId, userToken });
    expect(privateKey).not.toBe(member.key);
    await answer(200, server, 'sendMessage', { ...member, key: privateKey }, { content: 'back' });
  });

  test('asks before it destroys: without a terminal, only --yes does', async () => {
    const bob = { name: 'Bob', email: 'bob@example.org', password: 'a fourth horse battery' };
    const session = await (await signUp(server, bob)).session();
    const { member, owner } = await joined(server, session, 'Bob');
    const asked = await users('delete', bob.email);
    expect([asked.code, asked.out]).toEqual([1, '']);
    expect(asked.said).toMatch(/ --yes\n$/);
    expect(await refusal(server, session)).toBe(200);
    const deleted = await users('delete', bob.email, '--yes', '--json');
    expect([deleted.code, JSON.parse(deleted.out)]).toMatchObject([0, { done: 'delete', spacesLeft: 0 }]);
    expect(await refusal(server, session)).toBe(401);
    expect((await list()).map(({ email }) => email)).not.toContain(bob.email);
    expect((await answer(401, server, 'getSpace', member)).code).toBe('key_revoked');
    const { participants } = await answer(200, server, 'getSpace', owner);
    expect(participants.find(({ participantId }) => participantId === member.id)).toMatchObject({ name: 'Bob', status: 'left' });
    // Whoever was deleted can come back as somebody new, without what the former account had.
    const again = await signUp(server, bob);
    expect(await answer(200, server, 'listMySpaces', { session: await again.session() })).toEqual([]);
    expect(await refusal(server, session)).toBe(401);
  });

  test('refuses to leave the server without an administrator, and promotes others', async () => {
    for (const verb of [['disable'], ['demote'], ['delete', '--yes'], ['erase', '--yes']]) {
      const ended = await users(verb[0]!, maya.email, ...verb.slice(1));
      expect([ended.code, ended.said]).toEqual([1, 'maya@example.org is the last administrator: promote somebody else first\n']);
    }
    expect((await users('promote', lin.email)).out).toBe('lin@example.org is an administrator now\n');
    expect((await users('demote', maya.email)).code).toBe(0);
    expect((await users('disable', lin.email)).code).toBe(1);
    expect((await users('promote', maya.email)).code).toBe(0);
    expect((await users('demote', lin.email)).code).toBe(0);
  });
});

describe('on three processes', () => {
  let cluster: Cluster;
  let place: Visited;
  beforeAll(async () => {
    cluster = await startCluster(3, { ...settings, PARLEY_PUBLIC_URL: 'http://parley.example' });
    place = cluster.servers.find(({ setUpLink }) => setUpLink) as Visited;
    await administrator(place);
  });
  afterAll(() => cluster.stop());

  test('a person who is disabled is refused by all at once, and so are the keys of joins that were on their way', async () => {
    const session = await (await signUp(place, lin)).session();
    const { token: userToken } = await answer(201, cluster.any(), 'createApiToken', { session }, {});
    const here = await Promise.all(cluster.servers.map((server) => joined(server, session, 'Lin')));
    const streams = await Promise.all(here.map(({ member }, i) => openStream(cluster.nth(i + 1), member)));
    let isOver = false;
    const keys: { spaceId: string; key: string; id: string }[] = here.map(({ member }) => member);
    const joining = cluster.servers.map(async (server) => {
      while (!isOver) {
        const {
          spaceId,
          ownerId: id,
          ownerPrivateKey: key,
        } = await answer(200, server, 'createSpace', { userToken }, { name: 'x', description: '' });
        // A token that is refused links nothing: the space is that of a stranger.
        if ((await ask(server, 'getMySpaceKey', { spaceId, userToken })).status === 200) keys.push({ spaceId, id, key });
      }
    });
    const disabled = await run(['users', 'disable', lin.email], cluster.settings);
    expect(disabled.code).toBe(0);
    for (const server of cluster.servers) {
      expect(await refusal(server, session)).toBe(401);
      expect((await ask(server, 'getMySpaceKey', { spaceId: here[0]!.member.spaceId, userToken })).status).toBe(401);
      for (const { member } of here) expect((await ask(server, 'getSpace', member)).status).toBe(401);
    }
    for (const stream of streams) expect(await stream.ended).toBe('ended');
    isOver = true;
    await Promise.all(joining);
    for (const member of keys) await shutOut(cluster.any(), member);
  });
});

describe('administrators', () => {
  let server: Served;
  let chair: Walker;
  let guest: Walker;
  beforeAll(async () => {
    server = await serve(settings);
    chair = await administrator(server);
    guest = (await signUp(server, lin)).browser;
  });
  afterAll(() => server.stop());

  const post = (browser: Walker | undefined, fields: Record<string, string>, origin: string = server.url) =>
    fetch(`${server.url}/users`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, cookie: browser?.cookie(server.url) ?? '' },
      body: new URLSearchParams(fields),
    });
  const person = async (email: string) => (await server.parley.directory.find(email))[0]!;
  /** The hidden fields of the form in a dialog of the page. */
  function hiddenIn(html: string, id: string): Record<string, string> {
    const form = html.slice(html.indexOf(`id="${id}"`), html.indexOf('</form>', html.indexOf(`id="${id}"`)));
    return Object.fromEntries(
      [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    );
  }
  async function fieldsOf(change: PersonAction, email: string): Promise<Record<string, string>> {
    await chair.open(`${server.url}/users`);
    return hiddenIn(chair.html, `${change}-${idOf(await person(email))}`);
  }

  test('have a page, which their account links to; others get 403', async () => {
    expect((await chair.open(`${server.url}/account`)).html).toContain('href="users"');
    expect((await guest.open(`${server.url}/account`)).html).not.toContain('href="users"');
    await guest.open(`${server.url}/users`);
    expect([guest.status, guest.html.includes(maya.email)]).toEqual([403, false]);
    expect((await new Walker().open(`${server.url}/users`)).url).toContain('/login?next=users');
  });

  test('change people there without a script', async () => {
    const disabling = await fieldsOf('disable', lin.email);
    expect(chair.html).toContain('You can enable it again');
    expect((await post(chair, disabling)).headers.get('location')).toBe('users?done=disable');
    expect((await guest.open(`${server.url}/account`)).html).toContain('<h1>Sign in</h1>');
    await chair.open(`${server.url}/users?find=LIN@example.org&done=disable`);
    expect(chair.html).toContain('Disabled.');
    expect(chair.html).not.toContain(maya.email);
    expect((await post(chair, await fieldsOf('enable', lin.email))).status).toBe(303);
    guest = await signIn(server, lin.email, lin.password);
    expect(guest.html).toContain(signedIn);
  });

  test('alone change anybody, only from the page that they were shown, and never themselves', async () => {
    const fields = await fieldsOf('disable', lin.email);
    const wrong: [Walker | undefined, Record<string, string>, number, string?][] = [
      [guest, fields, 403],
      [undefined, fields, 303],
      [chair, fields, 400, 'https://evil.example'],
      [chair, fields, 400, 'null'],
      [chair, { ...fields, proof: '' }, 400],
      [chair, { ...fields, change: 'erase' }, 400],
      [chair, { ...fields, change: 'explode' }, 400],
      [chair, { ...fields, id: idOf(await person(maya.email)) }, 400],
    ];
    for (const [browser, sent, status, origin] of wrong) expect((await post(browser, sent, origin)).status).toBe(status);
    const me = await person(maya.email);
    for (const change of personActions.filter((each) => each !== 'enable' && each !== 'promote' && each !== 'erase-messages')) {
      const proof = formProof(server.parley.secret, me.accountId!, idOf(me), change);
      const refused = await post(chair, { id: idOf(me), change, proof });
      expect([refused.status, (await refused.text()).includes('your own account')]).toEqual([409, true]);
    }
    expect(await person(lin.email)).toMatchObject({ disabledAt: undefined });
    expect(await person(maya.email)).toMatchObject({ disabledAt: undefined, isAdministrator: true });
  });

  test('that are disabled, demoted or signed out can do nothing any more', async () => {
    await post(chair, await fieldsOf('promote', lin.email));
    expect((await guest.open(`${server.url}/users`)).status).toBe(200);
    const theirs = hiddenIn(guest.html, `disable-${idOf(await person(maya.email))}`);
    await post(chair, await fieldsOf('demote', lin.email));
    expect((await post(guest, theirs)).status).toBe(403);
    expect((await guest.open(`${server.url}/users`)).status).toBe(403);
  });

  test('of two who disable each other at the same moment, one stays', async () => {
    const { directory } = server.parley;
    const own = await person(maya.email);
    for (let round = 0; round < 10; round += 1) {
      for (const each of [own, await person(lin.email)]) {
        await changePerson(directory, { person: each, change: 'enable', by: undefined, now: 1 });
        await changePerson(directory, { person: each, change: 'promote', by: undefined, now: 1 });
      }
      const [one, two] = [await person(maya.email), await person(lin.email)];
      const ended = await Promise.allSettled([
        changePerson(directory, { person: one, change: 'disable', by: two.userId, now: 1 }),
        changePerson(directory, { person: two, change: 'disable', by: one.userId, now: 1 }),
      ]);
      expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await directory.page(10)).filter(({ disabledAt }) => disabledAt === undefined)).toHaveLength(1);
    }
  });
});

test('two accounts with one e-mail address are told apart by their ids, and each is disabled alone', async () => {
  const issuer = await startIssuer();
  onTestFinished(issuer.stop);
  const place = await onPostgres();
  onTestFinished(place.remove);
  const server = await started(place, { ...settings, ...issuer.settings });
  await administrator(server);
  const session = await (await signUp(server, lin)).session();
  const elsewhere = await issuer.session('lin', { email: 'LIN@example.org' });
  expect(await refusal(server, elsewhere)).toBe(200);
  const users = (...words: string[]) => run(['users', ...words], { ...place.settings, ...issuer.settings });
  const refused = await users('disable', lin.email);
  expect(refused.code).toBe(1);
  expect(refused.said).toMatch(
    /^2 people have the e-mail address lin@example\.org: name one by its id, .* \(this server\) or .* only by sessions\)\n$/,
  );
  const all = JSON.parse((await users('list', '--json')).out) as (Shown & { issuer: string })[];
  const { id } = all.find((each) => each.issuer === issuer.url)!;
  expect((await users('disable', id)).code).toBe(0);
  expect(await refusal(server, elsewhere)).toBe(401);
  expect(await refusal(server, await issuer.session('lin'))).toBe(401);
  expect(await refusal(server, session)).toBe(200);
  // A session that is older than the removal does not bring the user back; a later one is somebody new.
  expect((await users('erase', id, '--yes')).code).toBe(0);
  expect(await refusal(server, elsewhere)).toBe(401);
  const later = Math.floor(Date.now() / 1000) + 2;
  expect(await refusal(server, await issuer.session('lin', { iat: later }))).toBe(200);
});
