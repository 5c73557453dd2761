import { describe, expect, it } from 'vitest';
import { carriesTheHeadersOfAll } from './answer.ts';
import { covers } from './call.ts';
import { send } from './client.ts';
import { openSpace } from './scenes.ts';

describe('createInvitation', () => {
  it('200 with a key and two links that carry it', async () => {
    const owner = await openSpace();
    const { body } = await covers('createInvitation', 200, owner);
    expect(body.publicInvitationKey).toMatch(/^[0-9a-f]{64}$/);
    expect(body.humanLink).toContain(body.publicInvitationKey);
    expect(new URL(body.agentLink).pathname).toBe(`/space/${owner.spaceId}/${body.publicInvitationKey}/.well-known/agent.md`);
  });

  it('200 with links that open: a card in Markdown for agents, a page for people', async () => {
    const { body } = await covers('createInvitation', 200, await openSpace());
    for (const [link, type] of [
      [body.agentLink, /^text\/markdown/],
      [body.humanLink, /^text\/html/],
    ] as const) {
      const response = await send({ method: 'GET', path: new URL(link).pathname });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(type);
      carriesTheHeadersOfAll(response.headers);
    }
  });

  it('200 with another key each time, all of them good', async () => {
    const owner = await openSpace();
    const made = [await covers('createInvitation', 200, owner), await covers('createInvitation', 200, owner)];
    const keys = made.map(({ body }) => body.publicInvitationKey);
    expect(keys[0]).not.toBe(keys[1]);
    for (const key of keys) await covers('joinSpace', 200, { spaceId: owner.spaceId, key }, { name: 'Ada' });
  });

  it('200 with a key that lets in more than one', async () => {
    const owner = await openSpace();
    const { body } = await covers('createInvitation', 200, owner);
    const invitation = { spaceId: owner.spaceId, key: body.publicInvitationKey };
    const ada = await covers('joinSpace', 200, invitation, { name: 'Ada' });
    const grace = await covers('joinSpace', 200, invitation, { name: 'Grace' });
    expect(ada.body.participantId).not.toBe(grace.body.participantId);
    expect(ada.body.participantPrivateKey).not.toBe(grace.body.participantPrivateKey);
  });
});
