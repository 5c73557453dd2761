import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { pathParameters, type Auth } from '@parley/core';
import { covers, operations } from './call.ts';
import { fitting, servedWith, type Scene } from './requests.ts';
import { everybody } from './scenes.ts';

type Kind = 'owner' | 'guest' | 'invitation';
const wrongKinds: Partial<Record<Auth, Kind[]>> = {
  owner: ['guest', 'invitation'],
  participant: ['owner', 'invitation'],
  member: ['invitation'],
  invitation: ['owner', 'guest'],
  anyKey: [],
};

const guarded = servedWith((name) => operations[name].auth in wrongKinds);
const naming = (parameter: string) => guarded.filter((name) => pathParameters(operations[name].path).includes(parameter));
const mismatches = guarded.flatMap((name) => wrongKinds[operations[name].auth]!.map((kind) => [kind, name] as const));

let here: Scene;
let elsewhere: Scene;
beforeAll(async () => {
  here = await everybody();
  elsewhere = await everybody();
});

describe('without a key', () => {
  it.each(guarded)('401 for %s, before anything else is looked at', async (name) => {
    const { input } = fitting(name, here);
    await covers(name, 401, {}, input);
    await covers(name, 401, {}, { ...input, spaceId: randomUUID(), content: 5, name: 5 });
  });
});

describe('with a key that nobody holds', () => {
  it.each(guarded)('401 for %s', async (name) => {
    const { input } = fitting(name, here);
    for (const key of [randomBytes(32).toString('hex'), 'open sesame', 'x'.repeat(2000)]) await covers(name, 401, { key }, input);
  });
});

describe('with a key of another space', () => {
  it.each(guarded)('401 for %s', async (name) => {
    await covers(name, 401, fitting(name, elsewhere).caller, fitting(name, here).input);
  });
});

describe('with a key of another kind', () => {
  it.each(mismatches)('401 for the %s who calls %s', async (kind, name) => {
    await covers(name, 401, here[kind], fitting(name, here).input);
  });
});

describe('in a space that does not exist', () => {
  it.each(guarded)('404 for %s', async (name) => {
    const { caller, input } = fitting(name, here);
    await covers(name, 404, caller, { ...input, spaceId: randomUUID() });
    await covers(name, 404, caller, { ...input, spaceId: 'bridge' });
    await covers(name, 404, { key: 'f'.repeat(64) }, { ...input, spaceId: randomUUID() });
  });
});

describe.each(['participantId', 'artifactId', 'invitationId'])('with an unknown %s', (parameter) => {
  it.each(naming(parameter))('404 for %s', async (name) => {
    const { caller, input } = fitting(name, here);
    await covers(name, 404, caller, { ...input, [parameter]: randomUUID() });
    await covers(name, 404, caller, { ...input, [parameter]: 'no-uuid' });
  });
});
