import type { OperationName } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { fitting, served, type Scene } from '../requests.ts';
import { addition, before, group } from '../runner/promises.ts';
import { everybody, join, openSpace, write } from '../scenes.ts';
import { covers } from '../wire/call.ts';

let scene: Scene;
before(async () => {
  scene = await everybody();
});

/** The fields that name something. */
const naming = (
  [
    ['createSpace', 'name'],
    ['createSpace', 'ownerName'],
    ['updateSpace', 'name'],
    ['joinSpace', 'name'],
    ['createArtifact', 'name'],
    ['renameArtifact', 'name'],
    ['createFile', 'name'],
  ] as [OperationName, string][]
).filter(([name]) => served.includes(name));

const hiding = [
  '\u202eagalO',
  'Ol\u200bga',
  '\u2066Olga\u2069',
  'Ol\u00adga',
  'Olga\ufeff',
  'Olga\u3164',
  'Ol\u200cga',
  'a\u0007b',
  'Olga\u{e0041}',
];
const plain = ['👩‍🚀', '❤️‍🔥', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'ക്‍', 'Zoë', '王小明', 'Ольга'];

group('a name', () => {
  addition.each(naming)('400 for %s if its %s has a character that nobody sees', async (name, field) => {
    const { caller, input } = fitting(name, scene);
    for (const hidden of hiding) {
      const { body } = await covers(name, 400, caller, { ...input, [field]: hidden });
      expect(body, JSON.stringify(hidden)).toMatchObject({ code: 'invalid_request', issues: [{ field }] });
    }
  });

  addition('200 with the joiners that a script or an emoji needs', async () => {
    const owner = await openSpace();
    for (const name of plain) {
      const artifactId = await write(owner, '', { name });
      expect((await covers('getArtifact', 200, owner, { artifactId })).body.name).toBe(name.normalize('NFC'));
    }
  });

  addition('is composed, and has single spaces inside only', async () => {
    const owner = await openSpace({ name: ' Bridge\u00a0\u2003of  spies\n' });
    await join(owner, { name: 'Jose\u0301' });
    const { body } = await covers('getSpace', 200, owner);
    expect(body.name).toBe('Bridge of spies');
    expect(body.participants.at(-1)!.name).toBe('Jos\u00e9');
  });
});
