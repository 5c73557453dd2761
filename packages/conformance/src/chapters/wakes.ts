import { expect } from '../expect/expect.ts';
import { notServed, served, wakeUrl } from '../requests.ts';
import { additions, promise } from '../runner/promises.ts';
import { anySpace, invite, join, openSpace } from '../scenes.ts';
import { covers, nobody } from '../wire/call.ts';

/** The public key is that of RFC 8291, appendix A. */
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const endpoint = `${wakeUrl}/subscription-of-a-browser`;
const subscribed = (wrong: Partial<typeof keys> = {}) => ({ subscription: { endpoint, keys: { ...keys, ...wrong } } });
const browser = { kind: 'webpush', ...subscribed() };

additions.when(served.includes('putWake'), notServed)('putWake', () => {
  promise('200 with a secret in the format of Standard Webhooks, a different one each time', async () => {
    const owner = await openSpace();
    const first = await covers('putWake', 200, owner, { url: wakeUrl });
    const second = await covers('putWake', 200, owner, { url: wakeUrl });
    for (const { body } of [first, second]) expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/);
    expect(first.body.secret).not.toBe(second.body.secret);
  });

  promise('200 for a participant, a muted one too, each with its own address', async () => {
    const owner = await openSpace();
    const guest = await join(owner);
    await covers('muteParticipant', 200, owner, { participantId: guest.id });
    await covers('putWake', 200, guest, { url: wakeUrl });
    await covers('putWake', 200, owner, { url: `${wakeUrl}/owner` });
    expect((await covers('getWake', 200, guest)).body.url).toBe(wakeUrl);
    expect((await covers('getWake', 200, owner)).body.url).toBe(`${wakeUrl}/owner`);
  });

  promise.each([
    ['no URL', undefined],
    ['a URL that is not text', 1],
    ['something that is not a URL', 'receiver.invalid'],
    ['another scheme', 'ftp://receiver.invalid/'],
    ['a script', 'javascript:alert(1)'],
    ['a user name', 'https://ada@receiver.invalid/'],
    ['a password', 'https://:word@receiver.invalid/'],
    ['a URL of more than 2,048 characters', `${wakeUrl}/${'a'.repeat(2_048)}`],
  ])('400 with %s', async (_, url) => {
    await covers('putWake', 400, await anySpace(), { url });
  });

  promise.each([
    ['another version of A2A', { version: '2.0' }],
    ['a token that would be several headers', { version: '1.0', token: 'a\r\nx-b: c' }],
    ['an authentication without credentials', { version: '0.3', authentication: { scheme: 'Bearer' } }],
    ['a scheme that is several words', { version: '1.0', authentication: { scheme: 'Bearer a', credentials: 'b' } }],
  ])('400 for a receiver of A2A with %s', async (_, a2a) => {
    await covers('putWake', 400, await anySpace(), { url: wakeUrl, a2a });
  });

  promise('200 without a secret for a browser that subscribes to Web Push', async () => {
    expect((await covers('putWake', 200, await openSpace(), browser)).body).toEqual({});
  });

  promise.each([
    ['without its subscription', { subscription: undefined }],
    ['with a URL besides', { url: wakeUrl }],
    ['with a key that is no point of the curve', subscribed({ p256dh: `B${'A'.repeat(86)}` })],
    ['with a short secret', subscribed({ auth: 'AAAA' })],
    ['of another kind', { kind: 'another' }],
  ])('400 for a browser %s', async (_, wrong) => {
    await covers('putWake', 400, await anySpace(), { ...browser, ...wrong });
  });

  promise('401 with an invitation key', async () => {
    await covers('putWake', 401, await invite(await openSpace()), { url: wakeUrl });
  });

  promise('the URL and the state of an address appear in no view of the space', async () => {
    const owner = await openSpace();
    const guest = await join(owner);
    await covers('putWake', 200, guest, { url: wakeUrl });
    for (const caller of [owner, guest]) expect((await covers('getSpace', 200, caller)).text).not.toContain(wakeUrl);
    await covers('getWake', 404, owner);
  });
});

additions.when(served.includes('getWake'), notServed)('getWake', () => {
  promise('404 without an address', async () => {
    expect((await covers('getWake', 404, await openSpace())).body.code).toBe('wake_not_found');
  });

  promise('200 with the URL and its state, without the secret', async () => {
    const owner = await openSpace();
    const { body } = await covers('putWake', 200, owner, { url: wakeUrl });
    const shown = await covers('getWake', 200, owner);
    expect(shown.body).toMatchObject({ url: wakeUrl, state: 'pending', createdAt: expect.any(String) });
    expect(shown.body.verifiedAt).toBe(undefined);
    expect(shown.text).not.toContain(body.secret);
  });

  promise('200 for a browser, with the origin of its push service and nothing else of its subscription', async () => {
    const owner = await openSpace();
    await covers('putWake', 200, owner, browser);
    const shown = await covers('getWake', 200, owner);
    expect(shown.body).toMatchObject({ kind: 'webpush', url: new URL(endpoint).origin, state: 'pending' });
    for (const secret of [endpoint, keys.auth, keys.p256dh]) expect(shown.text).not.toContain(secret);
  });

  promise('200 for a receiver of A2A, without its token and credentials; the same one is kept', async () => {
    const owner = await openSpace();
    const authentication = { scheme: 'Bearer', credentials: 'credentials-of-a-receiver' };
    const a2a = { version: '1.0', id: 'mine', token: 'token-of-a-receiver', authentication };
    const first = await covers('putWake', 200, owner, { url: wakeUrl, a2a });
    const shown = await covers('getWake', 200, owner);
    expect(shown.body.a2a).toEqual({ version: '1.0', id: 'mine', scheme: 'Bearer' });
    for (const secret of [a2a.token, authentication.credentials]) expect(shown.text).not.toContain(secret);
    expect((await covers('putWake', 200, owner, { url: wakeUrl, a2a })).body.secret).toBe(first.body.secret);
  });
});

additions.when(served.includes('getPushKey'), notServed)('getPushKey', () => {
  promise('200 without a key, with a point of P-256 that stays the same', async () => {
    const { body } = await covers('getPushKey', 200, nobody);
    expect(body.publicKey).toMatch(/^B[\w-]{86}$/);
    expect((await covers('getPushKey', 200, nobody)).body).toEqual(body);
  });
});

additions.when(served.includes('deleteWake'), notServed)('deleteWake', () => {
  promise('200, and then there is none; again without an effect', async () => {
    const owner = await openSpace();
    await covers('putWake', 200, owner, { url: wakeUrl });
    for (let i = 0; i < 2; i += 1) expect((await covers('deleteWake', 200, owner)).body.ok).toBe(true);
    await covers('getWake', 404, owner);
  });

  promise('200 for an address of which others see nothing, and which others keep', async () => {
    const owner = await openSpace();
    const guest = await join(owner);
    await covers('putWake', 200, guest, { url: wakeUrl });
    await covers('deleteWake', 200, owner);
    expect((await covers('getWake', 200, guest)).body.url).toBe(wakeUrl);
  });
});
