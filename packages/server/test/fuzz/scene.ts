import { call as request } from '@parley/testing';

/** A space with every kind of key and id, so that requests pass admission. */
export interface Scene {
  keys: Record<KeyName, string>;
  ids: Record<IdName, string>;
}

export const keyNames = ['owner', 'active', 'muted', 'kicked', 'unseen', 'invitation', 'closed', 'foreign'] as const;
export const idNames = [
  'space',
  'closedSpace',
  'otherSpace',
  'owner',
  'active',
  'muted',
  'kicked',
  'waiting',
  'unseen',
  'free',
  'locked',
  'spare',
  'queued',
  'claimed',
] as const;
export type KeyName = (typeof keyNames)[number];
export type IdName = (typeof idNames)[number];

type Directed = { deliveries?: { deliveryId: string }[] };

export async function buildScene(port: number): Promise<Scene> {
  const call = async (method: string, path: string, key?: string, body?: object): Promise<Record<string, string>> => {
    const answer = await request({ url: `http://127.0.0.1:${port}` }, method, path, { key, body });
    if (answer.status < 200 || answer.status > 299) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer.body;
  };
  const create = (privacy: string) => call('POST', '/hub/space', undefined, { name: 'fuzz', description: '', privacy });

  const { spaceId = '', ownerId = '', ownerPrivateKey: owner = '' } = await create('private');
  const space = `/hub/space/${spaceId}`;
  const { publicInvitationKey: invitation = '' } = await call('POST', `${space}/invite`, owner);
  const { invitationId: spare = '' } = await call('POST', `${space}/invite`, owner);
  const ask = async () => (await call('POST', `${space}/join`, invitation, { name: 'guest' }))['participantId']!;
  const moderate = (id: string, verb: string) => call('POST', `${space}/participants/${id}/${verb}`, owner);
  const letIn = async (): Promise<[string, string]> => {
    const id = await ask();
    await moderate(id, 'approve');
    return [id, (await call('GET', `${space}/join/${id}`, invitation))['participantPrivateKey']!];
  };
  const [active, activeKey] = await letIn();
  const [muted, mutedKey] = await letIn();
  const [kicked, kickedKey] = await letIn();
  const [unseen, unseenKey] = await letIn();
  for (const key of [activeKey, mutedKey, kickedKey]) await call('GET', space, key);
  await moderate(muted, 'mute');
  await moderate(kicked, 'kick');
  const document = async (name: string) => (await call('POST', `${space}/artifact`, owner, { name, type: 'markdown' }))['id']!;
  const locked = await document('locked');
  await call('POST', `${space}/artifact/${locked}/lock`, activeKey);
  const direct = async (sender: string, to: string): Promise<string> => {
    const { deliveries } = (await call('POST', `${space}/messages`, sender, { content: 'hello', to: [to] })) as Directed;
    return deliveries![0]!.deliveryId;
  };
  const claimed = await direct(activeKey, ownerId);
  await call('POST', `${space}/deliveries/claim`, owner);
  const queued = await direct(owner, active);
  const closing = await create('public');
  await call('DELETE', `/hub/space/${closing['spaceId']}`, closing['ownerPrivateKey']);
  const other = await create('public');
  return {
    keys: {
      owner,
      active: activeKey,
      muted: mutedKey,
      kicked: kickedKey,
      unseen: unseenKey,
      invitation,
      closed: closing['ownerPrivateKey']!,
      foreign: other['ownerPrivateKey']!,
    },
    ids: {
      space: spaceId,
      closedSpace: closing['spaceId']!,
      otherSpace: other['spaceId']!,
      owner: ownerId,
      active,
      muted,
      kicked,
      waiting: await ask(),
      unseen,
      free: await document('free'),
      locked,
      spare,
      queued,
      claimed,
    },
  };
}
