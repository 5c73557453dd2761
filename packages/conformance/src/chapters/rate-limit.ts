import type { Auth } from '@parley/core';
import { eventually } from '../eventually.ts';
import { expect } from '../expect/expect.ts';
import { refusesNobody } from '../notes.ts';
import { fitting, hasHumans, servedWith, spender, type Scene } from '../requests.ts';
import { addition, before, group, promise } from '../runner/promises.ts';
import { newAddress, pause, skip } from '../runner/scope.ts';
import { everybody, join, openSpace, type Member } from '../scenes.ts';
import { alsoPromised } from '../spec-only.ts';
import { call, covers, nobody, operations, type Caller, type Extras } from '../wire/call.ts';

const limited = servedWith((name) => !operations[name].unlimited);
const limitIsOff = 'the rate limit of this server is off';
/** An invitation key counts separately for each address. */
const byAddress: Auth[] = ['none', 'invitation'];
const ofHuman: Auth[] = ['session', 'identity'];

/** A client without a key; all requests below without a valid key count for it. */
const stranger: Extras = { mayBeRefused: true, headers: { 'x-forwarded-for': newAddress() } };

/** Another client, which calls only health. */
const curious: Extras = { mayBeRefused: true, headers: { 'x-forwarded-for': newAddress() } };

let scene: Scene;
let witness: Member;
let refuses = false;

/** Uses up the rate limit of a client; returns whether it was finally refused. */
async function exhaust(ask: () => Promise<{ status: number }>): Promise<boolean> {
  for (let batch = 0; batch < 16; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    if (answers.some(({ status }) => status === 429)) return true;
  }
  return false;
}

/** A request without an effect that counts for the same client. */
const cheap = (caller: Caller) =>
  caller === spender
    ? call('getMe', spender, {}, stranger)
    : call('getSpace', caller, { spaceId: scene.owner.spaceId }, stranger);

/** Until its window could end, a client is refused: on a slow machine it could be allowed another request at any moment. */
async function staysRefused(caller: Caller): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const { status, headers } = await cheap(caller);
    const seconds = Number(headers.get('retry-after'));
    if (status === 429 && seconds > 10) return;
    if (status === 429) await pause(1000 * seconds);
    await exhaust(() => cheap(caller));
  }
}

before(async () => {
  scene = await everybody();
  witness = await join(scene.owner);
  refuses = await exhaust(() => cheap(scene.owner));
  if (!refuses) return refusesNobody();
  for (const caller of [scene.guest, scene.invitation, ...(hasHumans ? [spender] : []), nobody])
    await exhaust(() => cheap(caller));
});

group('a client above the rate limit', () => {
  promise.each(limited)('429 for %s', async (name) => {
    if (!refuses) skip(limitIsOff);
    const { auth } = operations[name];
    const fit = fitting(name, scene);
    const caller = ofHuman.includes(auth) ? spender : fit.caller;
    await staysRefused(caller);
    const extras = byAddress.includes(auth) ? stranger : {};
    const { body, headers } = await covers(name, 429, caller, fit.input, extras);
    alsoPromised(() => expect(body).toMatchObject({ code: 'rate_limited' }));
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(headers.get('ratelimit-remaining')).toBe('0');
  });

  addition('429 with an unknown key, which counts for the address', async () => {
    if (!refuses) skip(limitIsOff);
    await staysRefused(nobody);
    await covers('getSpace', 429, { spaceId: witness.spaceId, key: 'f'.repeat(64) }, {}, stranger);
  });

  addition('can call health: 200', async () => {
    for (let time = 0; time < 20; time += 1) await covers('health', 200, nobody, {}, stranger);
  });

  addition('can call health without limit: 200', async () => {
    for (let batch = 0; batch < 17; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => call('health', nobody, {}, curious)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
  });

  promise('has no effect, and does not affect others', async () => {
    const { body } = await covers('listMessages', 200, witness, {}, stranger);
    expect(body.messages).toEqual([]);
    expect(body.artifacts).toMatchObject([{ id: scene.artifactId, version: 1 }]);
  });
});

group('the headers', () => {
  promise('announce 300 requests in 60 seconds', async () => {
    const { headers } = await covers('getSpace', 200, await openSpace());
    expect(headers.get('ratelimit-limit')).toBe('300');
    expect(headers.get('ratelimit-policy')).toBe('300;w=60');
    expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
    expect(Number(headers.get('ratelimit-remaining'))).toBeLessThanOrEqual(300);
  });

  promise('count down by one, whatever the answer', async () => {
    if (!refuses) skip(limitIsOff);
    const owner = await openSpace();
    const remaining = async () => {
      const { headers } = await call('getArtifact', owner, { artifactId: scene.artifactId });
      return Number(headers.get('ratelimit-remaining'));
    };
    await eventually(async () => (await remaining()) - (await remaining()) === 1);
  });
});
