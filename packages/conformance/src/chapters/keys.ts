import { randomBytes, randomUUID } from 'node:crypto';
import { pathParameters, type Auth, type OperationName } from '@parley/core';
import { fitting, servedWith, type Scene } from '../requests.ts';
import { expect } from '../expect/expect.ts';
import { additions, before, group, promise } from '../runner/promises.ts';
import { everybody } from '../scenes.ts';
import { target } from '../target.ts';
import { covers, operations } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

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
const mismatches = guarded.flatMap((name) =>
  wrongKinds[operations[name].auth]!.map((kind): [Kind, OperationName] => [kind, name]),
);

let here: Scene;
let elsewhere: Scene;
before(async () => {
  here = await everybody();
  elsewhere = await everybody();
});

group('without a key', () => {
  promise.each(guarded)('401 for %s, before anything else is checked', async (name) => {
    const { input } = fitting(name, here);
    await covers(name, 401, {}, input);
    if (!target().specOnly) await covers(name, 401, {}, { ...input, spaceId: randomUUID(), content: 5, name: 5 });
  });
});

group('with an unknown key', () => {
  promise.each(guarded)('401 for %s', async (name) => {
    const { input } = fitting(name, here);
    for (const key of [randomBytes(32).toString('hex'), 'open sesame', 'x'.repeat(2000)]) await covers(name, 401, { key }, input);
  });
});

additions('with a key as a bearer token', () => {
  const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  const nobodyIn = ({ spaceId }: Scene['owner']) => ({ spaceId });

  promise('200 for the owner, a participant and an invitation, in reads, writes and streams', async () => {
    const { owner, guest, invitation } = here;
    await covers('getSpace', 200, nobodyIn(owner), {}, bearer(owner.key));
    await covers('createInvitation', 200, nobodyIn(owner), {}, bearer(owner.key));
    await covers('sendMessage', 200, nobodyIn(owner), { content: 'By token' }, bearer(guest.key));
    await covers('joinSpace', 200, nobodyIn(owner), { name: 'Tom' }, bearer(invitation.key));
    const stream = await openStream(nobodyIn(owner), {}, bearer(guest.key));
    await stream.first('message', ({ content }) => content === 'By token');
  });

  promise('the header X-Private-Key takes precedence', async () => {
    const { owner, guest } = here;
    await covers('createInvitation', 401, guest, {}, bearer(owner.key));
    await covers('createInvitation', 200, owner, {}, bearer(guest.key));
  });

  promise('401 key_unknown that names the header, if it is neither a key nor a session', async () => {
    const { body } = await covers('getSpace', 401, nobodyIn(here.owner), {}, bearer('nonsense'));
    expect(body).toMatchObject({ code: 'key_unknown', error: expect.stringMatching(/Authorization/) });
    expect((await covers('getSpace', 401, nobodyIn(here.owner), {}, bearer('a.b.c'))).body.code).toBe('key_missing');
  });
});

group('with a key of another space', () => {
  promise.each(guarded)('401 for %s', async (name) => {
    await covers(name, 401, fitting(name, elsewhere).caller, fitting(name, here).input);
  });
});

group('with a key of another kind', () => {
  promise.each(mismatches)('401 for the %s calling %s', async (kind, name) => {
    await covers(name, 401, here[kind], fitting(name, here).input);
  });
});

additions('in a space that does not exist', () => {
  promise.each(guarded)('404 for %s', async (name) => {
    const { caller, input } = fitting(name, here);
    await covers(name, 404, caller, { ...input, spaceId: randomUUID() });
    await covers(name, 404, caller, { ...input, spaceId: 'bridge' });
    await covers(name, 404, { key: 'f'.repeat(64) }, { ...input, spaceId: randomUUID() });
  });
});

group.each(['participantId', 'artifactId', 'invitationId', 'proposalId', 'taskId', 'decisionId'])(
  'with an unknown %s',
  (parameter) => {
    promise.each(naming(parameter))('404 for %s', async (name) => {
      const { caller, input } = fitting(name, here);
      await covers(name, 404, caller, { ...input, [parameter]: randomUUID() });
      if (!target().specOnly) await covers(name, 404, caller, { ...input, [parameter]: 'no-uuid' });
    });
  },
);
