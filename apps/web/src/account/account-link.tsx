import { useAccount } from '../space/account.ts';
import { accountAddress, signInAddress } from '../app/place.ts';

/** The account of this browser, or signing in and coming back. */
export function AccountLink() {
  const account = useAccount();
  if (account === undefined) return null;
  return account ? <a href={accountAddress()}>Account</a> : <a href={signInAddress()}>Sign in</a>;
}
