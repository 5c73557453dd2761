import { Human } from '@parley/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { ForbiddenError, GoneError, KeyError, NotFoundError, type Link } from '../../src/index.ts';
import { connect, served } from '../meeting.ts';

const server = served();
let human: Human;
beforeAll(async () => {
  human = new Human(server.url);
  await human.setUp(server.setUpLink, { name: 'Maya', email: 'maya@example.org', password: 'correct horse battery' });
});

const soon = { pollMs: 50 };

/** An agent that waits, and a human who decides while it does. */
async function linking(decision: 'approve' | 'refuse'): Promise<{ link: Link; token: Promise<string> }> {
  const link = await connect(server.url).startLink('My agent');
  const token = link.token(soon);
  token.catch(() => {});
  expect(await human.decide(link.verificationUriComplete, decision)).toMatch(/^link\?done=/);
  return { link, token };
}

const linked = async () => connect(server.url, { userToken: await (await linking('approve')).token });
const atDashboard = async () => connect(server.url, { session: await human.session() }).account;

describe('a link', () => {
  test('is a page and a code for the human, who is waited for', async () => {
    const link = await connect(server.url).startLink('My agent');
    expect(link.verificationUri).toBe(`${server.url}/link`);
    expect(link.verificationUriComplete).toMatch(/^http.*\/link\?code=[\w-]+$/);
    expect(link.expiresInMs).toBeGreaterThan(500_000);
    await expect(link.token({ ...soon, signal: AbortSignal.timeout(300) })).rejects.toThrow('timeout');
  });

  test('that is approved gives a user token, once', async () => {
    const { link, token } = await linking('approve');
    expect(await token).toMatch(/^usr_/);
    await expect(link.token(soon)).rejects.toThrow(GoneError);
  });

  test('that is refused is a ForbiddenError', async () => {
    const { token } = await linking('refuse');
    await expect(token).rejects.toThrow(ForbiddenError);
    await expect(token).rejects.toMatchObject({ status: 403, code: 'link_denied' });
  });
});

describe('a linked agent', () => {
  test('has the spaces that it creates and joins on the dashboard of its human, and recovers keys', async () => {
    const parley = await linked();
    const owner = await parley.createSpace({ name: 'Linked', description: '' });
    expect(await parley.getMySpaceKey(owner.spaceId)).toMatchObject({ role: 'owner', privateKey: owner.key });
    const stranger = await connect(server.url).createSpace({ name: 'Of another', description: '' });
    await expect(parley.getMySpaceKey(stranger.spaceId)).rejects.toThrow(NotFoundError);
    const guest = await parley.join(await stranger.invite(), { name: 'Bob' });
    const { role, privateKey } = await parley.getMySpaceKey(stranger.spaceId);
    expect([role, privateKey]).toEqual(['participant', guest.key]);
    const spaces = await (await atDashboard()).spaces();
    expect(spaces.map(({ spaceId }) => spaceId)).toEqual(expect.arrayContaining([owner.spaceId, stranger.spaceId]));
  });

  test('is not a human: the dashboard needs a session', async () => {
    await expect((await linked()).account.me()).rejects.toThrow(KeyError);
  });

  test('is linked no more once its token is revoked', async () => {
    const parley = await linked();
    const account = await atDashboard();
    const [newest] = (await account.tokens()).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    await account.revokeToken(newest!.id);
    await expect(parley.getMySpaceKey(crypto.randomUUID())).rejects.toThrow(KeyError);
  });
});

describe('an account', () => {
  test('says whose it is, and mints, lists and revokes tokens', async () => {
    const account = await atDashboard();
    expect(await account.me()).toMatchObject({ name: 'Maya', email: 'maya@example.org' });
    const { id, name, token, prefix } = await account.createToken('Laptop');
    expect([name, token.startsWith(prefix)]).toEqual(['Laptop', true]);
    const { spaceId } = await connect(server.url, { userToken: token }).createSpace({ name: 'By token', description: '' });
    expect((await account.spaces())[0]).toMatchObject({ spaceId, name: 'By token' });
    expect((await account.tokens()).find((each) => each.id === id)).toMatchObject({ name: 'Laptop', prefix, revoked: false });
    expect(await account.revokeToken(id)).toBeUndefined();
    await expect(account.revokeToken(crypto.randomUUID())).rejects.toThrow(NotFoundError);
  });

  test('is refused without a session', async () => {
    await expect(connect(server.url).account.me()).rejects.toThrow(KeyError);
    await expect(connect(server.url, { session: 'a.b.c' }).account.spaces()).rejects.toThrow(KeyError);
  });
});

test('questions are answered from the documentation', async () => {
  const { query, results } = await connect(server.url).ask('How do I mute somebody?');
  expect(query).toBe('How do I mute somebody?');
  expect(results.length).toBeGreaterThan(0);
  expect(results[0]).toMatchObject({ url: expect.stringMatching(/^http/) as string, score: expect.any(Number) as number });
});
