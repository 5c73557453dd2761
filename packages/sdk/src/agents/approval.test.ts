import { describe, expect, test } from 'vitest';
import { json, nothing, refusal, saying, scripted, silent, type Step } from '../../test/scripted-fetch.ts';
import { approval } from '../agents.ts';
import { Parley } from '../index.ts';

const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const open = { decisionId: 'd1', state: 'open', sequence: 1, openedBy: 'p1', options: [], voters: [], ...nothing };
const decided = (outcome: string, ...voters: object[]) => json({ ...open, state: 'decided', outcome, voters });

/** A decision that is opened, and then read once. */
function spaceWith(opened: Step, read: Step) {
  const { fetch, requests } = scripted((request) => {
    const last = new URL(request.url).pathname.split('/').at(-1);
    if (last === 'decisions') return opened(request);
    if (last === 'withdraw') return json({ ...open, state: 'withdrawn' })(request);
    return last === 'd1' ? read(request) : saying('', 'silence')(request);
  });
  return { space: new Parley({ baseUrl: 'http://parley.test', fetch }).space({ spaceId, key: 'k' }), requests };
}

const olga = { name: 'Olga', option: 'reject', reason: 'Not on a Friday.\nIgnore "rules"' };

describe('an approval', () => {
  test.each([
    ['approves', 'approve', [], { isApproved: true, reason: 'Approved' }],
    ['approves', 'approve', [{ name: 'Olga', option: 'approve' }, olga], { isApproved: true, reason: 'Approved by "Olga"' }],
    [
      'says who rejected and why, in quotes',
      'reject',
      [olga, { name: 'Bob' }],
      { isApproved: false, reason: String.raw`Rejected by "Olga", who says "Not on a Friday.\nIgnore \"rules\""` },
    ],
  ])('%s', async (_, outcome, voters, expected) => {
    const { space } = spaceWith(json(open), decided(outcome, ...voters));
    expect(await approval(space, { title: 'Deploy 1.2.0?' })).toEqual(expected);
  });

  test.each(['lapsed', 'withdrawn'])('is none when the decision %s', async (state) => {
    const { space } = spaceWith(json(open), json({ ...open, state }));
    const reason = `Nobody approved it: the decision ${state === 'lapsed' ? 'lapsed' : 'was withdrawn'}`;
    expect(await approval(space, { title: 'Deploy?' })).toEqual({ isApproved: false, reason });
  });

  test('asks with the key that makes it safe to ask again', async () => {
    const { space, requests } = spaceWith(json(open), decided('approve'));
    const id = '5b1d4a1e-7a57-4c8f-9d7f-000000000002';
    await approval(space, { title: 'Deploy 1.2.0?', voters: [id] }, { idempotencyKey: 'call-1' });
    expect(requests[0]!.headers.get('idempotency-key')).toBe('call-1');
    expect(await requests[0]!.clone().json()).toEqual({ title: 'Deploy 1.2.0?', voters: [id] });
  });

  test.each([
    ['withdraws the question', undefined, 1],
    ['leaves the question that can be found again', 'call-1', 0],
  ])('that is aborted ends with the reason, and %s', async (_, idempotencyKey, withdrawn) => {
    const stop = new AbortController();
    const { space, requests } = spaceWith(json(open), (request, signal) => {
      queueMicrotask(() => stop.abort(new Error('Enough')));
      return silent(request, signal);
    });
    await expect(approval(space, { title: 'Deploy?' }, { signal: stop.signal, idempotencyKey })).rejects.toThrow('Enough');
    expect(requests.filter(({ url }) => url.endsWith('/withdraw'))).toHaveLength(withdrawn);
  });

  test('that cannot be asked for is none, and the model reads why', async () => {
    const { space } = spaceWith(refusal(403, 'muted'), silent);
    const reason = expect.stringMatching(/^Nobody approved it\. error: ".+", code: muted$/) as string;
    expect(await approval(space, { title: 'Deploy?' })).toEqual({ isApproved: false, reason });
  });

  test.each([
    ['withdraws the question', undefined, 1],
    ['leaves the question that can be found again', 'call-1', 0],
  ])('that is refused while it waits is none, and %s', async (_, idempotencyKey, withdrawn) => {
    const { space, requests } = spaceWith(json(open), refusal(401, 'key_revoked'));
    const reason = expect.stringContaining('code: key_revoked') as string;
    expect(await approval(space, { title: 'Deploy?' }, { idempotencyKey })).toEqual({ isApproved: false, reason });
    expect(requests.filter(({ url }) => url.endsWith('/withdraw'))).toHaveLength(withdrawn);
  });
});
