/** A hidden place with a button that signs in with a passkey and continues at `data-next`, or adds one to the account. */
export function offerPasskey(place: HTMLElement): void {
  const button = place.querySelector('button')!;
  const refusal = place.querySelector('[role=alert]')!;
  const { next } = place.dataset;
  button.addEventListener('click', async () => {
    refusal.textContent = '';
    button.disabled = true;
    try {
      await (next === undefined ? add() : signIn(next));
    } catch (error) {
      // The messages of the browser are for developers, and cancelling is not an error.
      const { name, message } = error as Error;
      if (name === 'InvalidStateError') refusal.textContent = 'This device already has a passkey for your account.';
      else if (name !== 'NotAllowedError') refusal.textContent = message;
    } finally {
      button.disabled = false;
    }
  });
  place.hidden = typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON !== 'function';
}

async function signIn(next: string): Promise<void> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await ask('begin-sign-in'));
  await ask('sign-in', { response: written(await navigator.credentials.get({ publicKey })) });
  location.assign(next);
}

async function add(): Promise<void> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await ask('begin-adding'));
  const response = written(await navigator.credentials.create({ publicKey }));
  await ask('add', { name: deviceName(), response });
  location.assign('account?done=added#passkeys');
}

const written = (credential: Credential | null): unknown => (credential as PublicKeyCredential).toJSON();

/** The user can rename it. */
function deviceName(): string {
  const { userAgentData } = navigator as { userAgentData?: { platform?: string } };
  return userAgentData?.platform || navigator.platform || 'Passkey';
}

async function ask<Answer = never>(step: string, body: object = {}): Promise<Answer> {
  const response = await fetch(`auth/passkeys/${step}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer & { error?: string };
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
