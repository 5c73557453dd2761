import { defaultLimits, type OperationName } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { fitting, type Scene } from '../requests.ts';
import { addition, before, group } from '../runner/promises.ts';
import { everybody } from '../scenes.ts';
import { covers, type Input } from '../wire/call.ts';

const { nameCharacters, displayNameCharacters, roleCharacters, descriptionCharacters, agendaCharacters } = defaultLimits;
const sizes: [OperationName, string, number][] = [
  ['createSpace', 'name', nameCharacters],
  ['createSpace', 'description', descriptionCharacters],
  ['createSpace', 'agenda', agendaCharacters],
  ['createSpace', 'ownerName', displayNameCharacters],
  ['createSpace', 'ownerRole', roleCharacters],
  ['updateSpace', 'name', nameCharacters],
  ['updateSpace', 'description', descriptionCharacters],
  ['updateSpace', 'agenda', agendaCharacters],
  ['createInvitation', 'role', roleCharacters],
  ['joinSpace', 'name', displayNameCharacters],
  ['joinSpace', 'role', roleCharacters],
  ['createArtifact', 'name', nameCharacters],
];
const texts: [OperationName, string][] = [
  ...sizes.map(([name, field]): [OperationName, string] => [name, field]),
  ['sendMessage', 'content'],
  ['createArtifact', 'content'],
  ['writeArtifact', 'content'],
];

let scene: Scene;
before(async () => {
  scene = await everybody();
});

function send(name: OperationName, status: 200 | 400, fields: Input) {
  const { caller, input } = fitting(name, scene);
  return covers(name, status, caller, { ...input, ...fields });
}

group.each(sizes)('%s, %s', (name, field, limit) => {
  addition(`200 with ${limit} characters, each of them an emoji`, async () => {
    const { status } = await send(name, 200, { [field]: '👋'.repeat(limit) });
    expect(status).toBe(200);
  });

  addition(`400 with ${limit + 1} characters, naming the field, the limit and the size`, async () => {
    const { body } = await send(name, 400, { [field]: 'x'.repeat(limit + 1) });
    expect(body).toMatchObject({ issues: [{ field, limit, actual: limit + 1 }] });
  });
});

group.each(texts)('%s, %s', (name, field) => {
  addition('400 with U+0000', async () => {
    const { body } = await send(name, 400, { [field]: 'a\u0000b' });
    expect(body).toMatchObject({ issues: [{ field }] });
  });

  addition('400 with a lone surrogate', async () => {
    const { body } = await send(name, 400, { [field]: 'a\ud800b' });
    expect(body).toMatchObject({ issues: [{ field }] });
  });
});

group('a field', () => {
  addition.each([
    ['createSpace', 'ttl', '60'],
    ['createSpace', 'isHuman', 'false'],
    ['createSpace', 'name', 7],
    ['createInvitation', 'maxUses', '1'],
    ['kickParticipant', 'revokeInvitation', 'true'],
    ['joinSpace', 'isHuman', 'true'],
    ['joinSpace', 'isHuman', 1],
    ['sendMessage', 'content', 7],
  ] satisfies [OperationName, string, unknown][])('400 for %s: %s is not coerced from %j', async (name, field, value) => {
    const { body } = await send(name, 400, { [field]: value });
    expect(body).toMatchObject({ issues: [{ field }] });
  });

  addition.each(['createSpace', 'updateSpace', 'joinSpace', 'sendMessage', 'createArtifact'] satisfies OperationName[])(
    '200 for %s: unknown fields are ignored',
    async (name) => {
      const { status } = await send(name, 200, { mood: 'good', status: 'kicked', isOwner: true });
      expect(status).toBe(200);
    },
  );
});
