import type { FastifyInstance } from 'fastify';
import type { Provider } from '../../account/provider.ts';
import type { Parley } from '../../parley.ts';
import { field, seeOther } from '../pages/forms.ts';
import { escapeHtml } from '../pages/wording.ts';
import { accountOf } from './session.ts';
import { place } from './entrance.ts';
import { form } from './fields.ts';
import { recordChange } from './recorded.ts';
import { bdi, confirmation, dialog, list, section } from './section.ts';

type Passkey = Awaited<ReturnType<Provider['passkeysOf']>>[number];

export const longestPasskeyName = 80;

/** Renames and removes passkeys; the script of the page adds them. */
export function serveOwnPasskeys(app: FastifyInstance, parley: Parley): void {
  const { provider } = parley;
  app.post('/passkeys', async (request, reply) => {
    const account = await accountOf(request, parley);
    if (!account) return seeOther(reply, place('login', 'account'));
    const [renamed, name] = [field(request, 'rename'), field(request, 'name').trim().slice(0, longestPasskeyName)];
    if (renamed && name) await provider.renamePasskey(account, renamed, name);
    if (renamed) return seeOther(reply, 'account#passkeys');
    await provider.removePasskey(account, field(request, 'remove'));
    recordChange(parley, request, 'passkey-remove', account);
    return seeOther(reply, 'account?done=removed#passkeys');
  });
}

export const passkeySection = (passkeys: readonly Passkey[]): string =>
  section(
    'passkeys',
    'Passkeys',
    `<p>Sign in with a fingerprint, a face or a security key instead of a password.</p>
${list(passkeys.map(passkeyEntry), 'No passkey yet.')}
<div data-passkey hidden>
<button type="button" class="quiet">Add a passkey</button>
<p class="said-no" role="alert"></p>
</div>`,
  );

function passkeyEntry({ id, name, createdAt }: Passkey): string {
  const shown = name ?? 'Passkey';
  const asked = { name: shown, action: 'passkeys' };
  const newName = `<label class="field">Name<input name="name" value="${escapeHtml(shown)}" maxlength="${longestPasskeyName}" required autofocus autocomplete="off" /></label>`;
  const rename = form('passkeys', { rename: id }, [newName], 'Rename');
  const warning = `<p>You can no longer sign in with ${bdi(shown)}. Your device may still offer it until you delete it there too.</p>`;
  return `<li><div>
<p class="name">${bdi(shown)}</p>
<small>Added ${createdAt?.toISOString().slice(0, 10) ?? 'long ago'}</small>
</div><div class="buttons">
${dialog({ ...asked, id: `rename-${escapeHtml(id)}`, verb: 'Rename', body: rename })}
${confirmation({ ...asked, id: `remove-${escapeHtml(id)}`, verb: 'Remove', body: warning, field: 'remove', value: id })}
</div></li>`;
}
