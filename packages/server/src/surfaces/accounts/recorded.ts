import type { FastifyRequest } from 'fastify';
import type { Account, SignedIn } from '../../account/provider.ts';
import type { Parley } from '../../parley.ts';

/** How somebody signs in, or what they do to their account. */
export type SignInWay = 'password' | 'mail-link' | 'passkey' | 'other-provider' | 'set-up' | 'sign-up';

interface Attempt {
  via: SignInWay;
  /** Whose account it is, if the attempt says so. It is only looked up: an address of nobody is not recorded. */
  email?: string;
}

/** Records what somebody changed, or was refused to change, in how it signs in. */
export const recordChange = (
  { audit }: Pick<Parley, 'audit'>,
  { ip }: FastifyRequest,
  event: 'password-change' | 'passkey-add' | 'passkey-remove',
  account: Pick<Account, 'id'> | undefined,
  refused?: string,
): void => audit.record({ event, refused, via: 'page', actor: account && { accountId: account.id }, ip });

/** Records an attempt to sign in. */
export async function recordSignIn(
  { audit, directory, provider }: Pick<Parley, 'audit' | 'directory' | 'provider'>,
  { ip }: FastifyRequest,
  { via, email }: Attempt,
  result: SignedIn | { refused: string },
): Promise<void> {
  if (!audit.isOn) return;
  const refused =
    result === undefined ? 'wrong' : typeof result === 'string' ? result : 'refused' in result ? result.refused : undefined;
  const cookie = Array.isArray(result) ? result.map((line) => line.split(';', 1)[0]).join('; ') : undefined;
  const account = cookie === undefined ? undefined : await provider.account(cookie);
  const [person] = account || !email ? [] : await directory.find(email);
  const accountId = account?.id ?? person?.accountId;
  audit.record({ event: 'sign-in', refused, via, actor: accountId === undefined ? undefined : { accountId }, ip });
}
