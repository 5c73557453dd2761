// Signs in with a passkey, or adds one, with the button of the page.
const place = document.getElementById('passkey');
const button = place.querySelector('button');
const refusal = document.getElementById('passkey-refusal');
const { next } = button.dataset;

async function ask(step, body = {}) {
  const response = await fetch(`auth/passkeys/${step}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

async function signIn() {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await ask('begin-sign-in'));
  const credential = await navigator.credentials.get({ publicKey });
  await ask('sign-in', { response: credential.toJSON() });
  location.assign(next);
}

async function add() {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await ask('begin-adding'));
  const credential = await navigator.credentials.create({ publicKey });
  const name = `${navigator.userAgentData?.platform || navigator.platform || 'Passkey'}`;
  await ask('add', { name, response: credential.toJSON() });
  location.assign('account');
}

button.addEventListener('click', async () => {
  refusal.textContent = '';
  button.disabled = true;
  try {
    await (next === undefined ? add() : signIn());
  } catch (error) {
    // The messages of the browser are for developers, and cancelling is not an error.
    if (error.name !== 'NotAllowedError') refusal.textContent = error.message;
  } finally {
    button.disabled = false;
  }
});

place.hidden = typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON !== 'function';
