import type { OperationName } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { fitting, served, type Scene } from '../requests.ts';
import { addition, before, group } from '../runner/promises.ts';
import { admitted, ask, everybody, invite, join, openSpace, propose, say, write } from '../scenes.ts';
import { covers } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

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
/** Olga, and somebody whose name looks the same: the first letter is Cyrillic. */
async function lookAlikes() {
  const olga = await openSpace({ ownerName: 'Olga' });
  const other = await join(olga, { name: '\u041elga' });
  const artifact = { artifactId: await write(other, 'one\n') };
  return { olga, other, artifact, shown: '\u041elga (2)' };
}

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

group('the display name', () => {
  addition('is unique among those in the space: a number follows what is equal or looks alike', async () => {
    const owner = await openSpace({ ownerName: 'Olga' });
    const names = ['Bob', 'Olga', 'olga', '\u041elga', '0lga', 'OIga'];
    for (const name of names) await join(owner, { name });
    const { body } = await covers('getSpace', 200, owner);
    expect(body.participants.map(({ displayName }) => displayName)).toEqual([
      ...['Olga', 'Bob', 'Olga (2)', 'olga (3)', '\u041elga (4)', '0lga (5)', 'OIga (6)'],
    ]);
    expect(body.participants.map(({ name }) => name)).toEqual(['Olga', ...names]);
  });

  addition('is never that of somebody who is called like a number, and counts nobody who is gone', async () => {
    const owner = await openSpace({ ownerName: 'Ada' });
    const [, first] = [await join(owner, { name: 'Olga (2)' }), await join(owner, { name: 'Olga' })];
    await join(owner, { name: 'Olga' });
    const shown = async () => {
      const { body } = await covers('getSpace', 200, owner);
      return body.participants.filter(({ status }) => status === 'active').map(({ displayName }) => displayName);
    };
    expect(await shown()).toEqual(['Ada', 'Olga (2)', 'Olga', 'Olga (3)']);
    await covers('leaveSpace', 200, first);
    expect(await shown()).toEqual(['Ada', 'Olga (2)', 'Olga']);
  });

  addition('is the `senderName` of a message', async () => {
    const owner = await openSpace({ ownerName: 'Olga' });
    await say(await join(owner, { name: 'Olga' }), 'Hello');
    expect((await covers('listMessages', 200, owner)).body.messages).toMatchObject([{ senderName: 'Olga (2)' }]);
  });

  addition('is that of who holds a lock, in a refusal too', async () => {
    const { olga, other, artifact, shown } = await lookAlikes();
    await covers('lockArtifact', 200, other, artifact);
    const { body } = await covers('lockArtifact', 423, olga, artifact);
    expect(body).toMatchObject({ lockedBy: other.id, lockedByName: shown });
    expect(body.error).toContain(`"${shown}"`);
  });

  addition('is that of the author of a version, in a conflict too', async () => {
    const { olga, other, artifact, shown } = await lookAlikes();
    await covers('writeArtifact', 200, other, { ...artifact, append: 'two\n', lock: 'auto' });
    const { versions } = (await covers('listArtifactVersions', 200, olga, artifact)).body;
    expect(versions.map(({ authorName }) => authorName)).toEqual([shown, shown]);
    const { body } = await covers('writeArtifact', 409, olga, { ...artifact, append: 'x', lock: 'auto', baseVersion: 1 });
    expect(body).toMatchObject({ updatedBy: other.id, updatedByName: shown });
    expect(body.error).toContain(`"${shown}"`);
  });

  addition('is that of who proposes, also of the version that is accepted', async () => {
    const { olga, other, artifact, shown } = await lookAlikes();
    const proposal = { ...artifact, proposalId: await propose(other, { ...artifact, append: 'two\n' }) };
    const { proposals } = (await covers('listProposals', 200, olga, artifact)).body;
    expect(proposals).toMatchObject([{ authorId: other.id, authorName: shown }]);
    await covers('acceptProposal', 200, olga, { ...proposal, baseVersion: 1 });
    const { versions } = (await covers('listArtifactVersions', 200, olga, artifact)).body;
    expect(versions[0]).toMatchObject({ via: 'proposal', authorName: shown });
  });

  addition('is that of who creates a task and who claims it, in a refusal too', async () => {
    const { olga, other, shown } = await lookAlikes();
    const { taskId } = (await covers('createTask', 200, other, { title: 'Work' })).body;
    await covers('claimTask', 200, other, { taskId });
    const task = (await covers('getTask', 200, olga, { taskId })).body;
    expect(task).toMatchObject({ createdByName: shown, claimedByName: shown });
    const { body } = await covers('claimTask', 409, olga, { taskId });
    expect(body).toMatchObject({ claimedBy: other.id, claimedByName: shown });
    expect(body.error).toContain(`"${shown}"`);
  });

  addition('is told with every change of a participant, also when they leave', async () => {
    const olga = await openSpace({ ownerName: 'Olga' });
    const stream = await openStream(olga);
    const other = await join(olga, { name: 'Olga' });
    await covers('leaveSpace', 200, other);
    await stream.first('participant-status', ({ status }) => status === 'left');
    expect(stream.all('participant-status').map(({ participant }) => participant.displayName)).toEqual(['Olga (2)', 'Olga (2)']);
  });

  addition('says to the owner whose name a request to join resembles', async () => {
    const owner = await openSpace({ ownerName: 'Olga', privacy: 'private' });
    const bob = await admitted(owner, { name: 'Bob' });
    await covers('getSpace', 200, bob);
    const invitation = await invite(owner);
    for (const name of ['\u041elga', 'B0b', 'Cyn']) await ask(invitation, { name });
    const { body } = await covers('getSpace', 200, owner);
    expect(body.participants.map(({ name, resembles }) => [name, resembles])).toEqual([
      ...[
        ['Olga', undefined],
        ['Bob', undefined],
      ],
      ...[
        ['\u041elga', owner.id],
        ['B0b', bob.id],
        ['Cyn', undefined],
      ],
    ]);
  });
});
