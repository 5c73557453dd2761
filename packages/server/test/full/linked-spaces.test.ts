import { answer, Human, meeting } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { databases } from '../databases.ts';
import { started } from '../visitors.ts';
import { serve, type Served } from '../in-process.ts';

const maya = { name: 'Maya', email: 'maya@example.org', password: 'correct horse battery' };

describe('the spaces of an account', () => {
  let server: Served;
  let session: string;
  let userToken: string;
  let tokenId: string;
  beforeAll(async () => {
    server = await serve({ PARLEY_RATE_LIMIT: '0' });
    const human = new Human(server.url);
    await human.setUp(server.setUpLink, maya);
    session = await human.session();
    ({ token: userToken, id: tokenId } = await answer(201, server, 'createApiToken', { session }, { name: 'Ada' }));
  });
  afterAll(() => server?.stop());

  const create = (shown: object, name: string) => answer(200, server, 'createSpace', shown, { name, description: '' });
  const linked = async (name: string) =>
    (await answer(200, server, 'listMySpaces', { session })).filter((space) => space.name === name);

  it('include one that somebody creates while signed in, whose key the session recovers', async () => {
    const { spaceId, ownerPrivateKey } = await create({ session }, 'Mine');
    const [space] = await linked('Mine');
    expect(space).toMatchObject({ spaceId, role: 'owner' });
    expect(space).not.toHaveProperty('tokenId');
    const found = await answer(200, server, 'getMySpaceKey', { session }, { spaceId });
    expect(found).toEqual({ role: 'owner', privateKey: ownerPrivateKey });
  });

  it('name the token of the agent that created or joined one', async () => {
    const { spaceId } = await create({ userToken }, 'Hers');
    expect(await linked('Hers')).toMatchObject([{ spaceId, role: 'owner', tokenId }]);
    const { invitation } = await meeting(server, 0, { name: 'Of others' });
    await answer(200, server, 'joinSpace', { ...invitation, userToken }, { name: 'Ada' });
    expect(await linked('Of others')).toMatchObject([{ role: 'participant', tokenId }]);
  });

  it('include one that somebody joins while signed in', async () => {
    const { invitation } = await meeting(server, 0, { name: 'Joined' });
    await answer(200, server, 'joinSpace', { ...invitation, session }, { name: 'Maya' });
    const [space] = await linked('Joined');
    expect(space).toMatchObject({ role: 'participant', status: 'active' });
    expect(space).not.toHaveProperty('tokenId');
  });

  it('belong to the agent if it sends a session too', async () => {
    await create({ userToken, session }, 'Both');
    expect(await linked('Both')).toMatchObject([{ tokenId }]);
  });

  it('do not include those that were created without a valid credential', async () => {
    await create({}, 'Nobody’s');
    await create({ session: 'x.y.z' }, 'Nobody’s');
    await create({ userToken: `usr_${'x'.repeat(43)}` }, 'Nobody’s');
    expect(await linked('Nobody’s')).toEqual([]);
  });
});

it.each(databases)('are there after a restart, with the token, on %s', async (_, open) => {
  const place = await open();
  onTestFinished(place.remove);
  const first = await started(place);
  const human = new Human(first.url);
  await human.setUp(first.setUpLink, maya);
  const session = await human.session();
  const { token: userToken, id: tokenId } = await answer(201, first, 'createApiToken', { session }, {});
  await answer(200, first, 'createSpace', { userToken }, { name: 'Hers', description: '' });
  await first.stop();
  const again = await started(place);
  const back = new Human(again.url);
  await back.signIn(maya);
  expect(await answer(200, again, 'listMySpaces', { session: await back.session() })).toMatchObject([{ name: 'Hers', tokenId }]);
});
