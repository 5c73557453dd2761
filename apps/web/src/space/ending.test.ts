import { KeyError, NetworkError, NotFoundError } from '@parley/sdk';
import { expect, test } from 'vitest';
import { declineIn, endingIn } from './ending.ts';

const keyError = (code: string) => new KeyError('The invitation was revoked', { status: 401, code });
const offline = new NetworkError('The service could not be reached', { status: 0, code: 'network' });

test('a space that ended and a membership that ended are told apart; a lost connection ends nothing', () => {
  expect(endingIn(keyError('key_expired'))).toBe('This space has ended.');
  expect(endingIn(keyError('key_revoked'))).toMatch(/no longer in this space/);
  expect(endingIn(offline)).toBeUndefined();
  expect(endingIn(keyError('not_of_parley'))).toBeUndefined();
});

test('only a decision ends the wait of an applicant', () => {
  expect(declineIn(new NotFoundError('Declined', { status: 404, code: 'join_declined' }))).toMatch(/declined/);
  expect(declineIn(keyError('key_expired'))).toBe('This space has ended.');
  expect(declineIn(keyError('invitation_revoked'))).toBeUndefined();
  expect(declineIn(offline)).toBeUndefined();
});
