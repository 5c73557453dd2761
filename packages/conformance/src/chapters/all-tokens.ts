import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { hasHumans, human, needsSessions, notServed, otherHuman, served } from '../requests.ts';
import { additions, promise } from '../runner/promises.ts';
import { openSpace, startLink } from '../scenes.ts';
import { covers, nobody, type Caller } from '../wire/call.ts';

const tokenOf = async (who: Caller, name?: string) => (await covers('createApiToken', 201, who, { name })).body;
const linked = async (who: Caller) => ({ userToken: (await tokenOf(who)).token });

/** Runs last, because it would revoke tokens that other chapters use. */
additions.when(served.includes('revokeApiTokens'), hasHumans ? notServed : needsSessions)('all tokens of a user', () => {
  promise('204: are revoked immediately, with approved but uncollected link requests, and none of other users', async () => {
    const [mine, theirs] = [await linked(human), await linked(otherHuman)];
    const { spaceId } = await openSpace({}, mine);
    const theirSpace = (await openSpace({}, theirs)).spaceId;
    const [approved, ofAnother, undecided] = [await startLink(), await startLink(), await startLink()];
    await covers('decideLink', 200, human, { userCode: approved.userCode, decision: 'approved' });
    await covers('decideLink', 200, otherHuman, { userCode: ofAnother.userCode, decision: 'approved' });
    await covers('revokeApiTokens', 204, human);
    await covers('getMySpaceKey', 401, { spaceId, ...mine });
    await covers('getMySpaceKey', 200, { spaceId: theirSpace, ...theirs });
    const told = async ({ deviceCode }: typeof approved) => (await covers('pollLink', 200, nobody, { deviceCode })).body.status;
    expect([await told(approved), await told(ofAnother), await told(undecided)]).toEqual(['denied', 'approved', 'pending']);
    expect((await covers('listApiTokens', 200, human, { state: 'working' })).body).toEqual([]);
    const kept = await tokenOf(human, 'Next');
    expect((await covers('listApiTokens', 200, human, { state: 'working' })).body).toMatchObject([{ id: kept.id }]);
    expect((await covers('listApiTokens', 200, human)).body.filter(({ revoked }) => revoked).length).toBeGreaterThan(0);
    await covers('listApiTokens', 400, human, { state: 'revoked' });
  });

  promise('204: a retry with the same Idempotency-Key revokes no later tokens', async () => {
    const key = { headers: { 'idempotency-key': randomUUID() } };
    await covers('revokeApiTokens', 204, human, {}, key);
    const { id } = await tokenOf(human, 'Later');
    const again = await covers('revokeApiTokens', 204, human, {}, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await covers('listApiTokens', 200, human, { state: 'working' })).body).toMatchObject([{ id }]);
  });
});
