import { useEffect, useState } from 'preact/hooks';
import { signInAddress } from '../app/place.ts';
import { Refusal } from '../design/refusal.tsx';
import { useAccount } from '../space/account.ts';
import type { Membership } from '../space/memberships.ts';
import { recoverIn } from '../space/recovered.ts';

interface ByAccountProps {
  spaceId: string;
  onOpen: (membership: Membership) => void;
}

/** A room without a key in this browser: the account can have one. */
export function ByAccount({ spaceId, onOpen }: ByAccountProps) {
  const account = useAccount();
  const [isUnknown, miss] = useState(false);
  const [refusal, refuse] = useState('');
  const email = account?.email;
  useEffect(() => {
    if (email === undefined) return;
    recoverIn(spaceId).then(
      (found) => (found ? onOpen(found) : miss(true)),
      (error: Error) => refuse(error.message),
    );
  }, [email]);
  if (account === undefined || (account && !isUnknown && !refusal)) {
    return (
      <>
        <h1>Opening the space</h1>
        <p role="status">Looking for its key in your account…</p>
      </>
    );
  }
  return (
    <>
      <h1>This browser has no key to this space</h1>
      <Refusal text={refusal} />
      <p>Open the invitation that you received, or ask the owner for another one.</p>
      {account ? (
        <p>
          Your account, <bdi>{account.email}</bdi>, has no key to it either.
        </p>
      ) : (
        <p>
          If it is a space of your account, <a href={signInAddress()}>sign in</a> to open it.
        </p>
      )}
    </>
  );
}
