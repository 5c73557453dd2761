import type { FastifyReply, FastifyRequest } from 'fastify';
import { maxPasswordLength, minPasswordLength, refusals as codes } from '../../account/better-auth.ts';
import type { SignedIn } from '../../account/provider.ts';
import { policyRefusals, type PolicyRefusal } from '../../account/sign-on-policy.ts';
import { alert } from '../pages/form-page.ts';
import { seeOther } from '../pages/forms.ts';
import { escapeHtml } from '../pages/wording.ts';
import { queryOf } from './next.ts';

/** Why a sign-in failed; the URL of the page says which. */
const refusals = {
  password: 'The e-mail address or the password is wrong.',
  account: `The account was not created. The password must have ${minPasswordLength} to ${maxPasswordLength} characters, and the e-mail address must not be in use here.`,
  setup: 'This is not the set-up link that the server printed.',
  closed: 'This server does not accept new accounts.',
  often: 'Too many attempts. Wait a few minutes, or sign in another way.',
  link: 'This link was already used, has expired, or does not belong to an account here. Request another one.',
  disabled: 'This account is disabled. Ask an administrator of this server.',
  elsewhere: 'You could not be signed in there. Try again, or sign in another way.',
};

/** Why signing in with the other provider failed, by the codes of the library. */
const reasonsElsewhere: Record<string, string> = {
  account_not_linked: 'Your e-mail address already has an account here. Sign in to that account.',
  [codes.disabled]: refusals.disabled,
  ...Object.fromEntries(
    Object.entries(policyRefusals).map(([why, text]) => [
      codes[why as PolicyRefusal],
      `${text} Ask an administrator of this server.`,
    ]),
  ),
  email_not_found: 'The other provider did not supply your e-mail address, which an account here needs.',
};

export const place = (path: string, next: string, refused?: keyof typeof refusals): string =>
  `${path}?${new URLSearchParams({ next, ...(refused && { refused }) })}`;

/** A link to another way to sign in, or to create an account. */
export const way = (path: string, next: string, text: string): string =>
  `<p class="way"><a href="${escapeHtml(place(path, next))}">${escapeHtml(text)}</a></p>`;

export function refusalOf(request: FastifyRequest): string {
  const [refused, error] = [queryOf(request, 'refused'), queryOf(request, 'error')];
  if (!Object.hasOwn(refusals, refused)) return '';
  const reason = refused === 'elsewhere' && Object.hasOwn(reasonsElsewhere, error) ? reasonsElsewhere[error] : undefined;
  return alert(reason ?? refusals[refused as keyof typeof refusals]);
}

/** Redirects to the requested page after a sign-in, and back after a failure. */
export function enter(reply: FastifyReply, cookies: SignedIn, next: string, refused: string): FastifyReply {
  if (cookies === 'disabled') return seeOther(reply, place('login', next, 'disabled'));
  if (!cookies) return seeOther(reply, refused);
  return seeOther(reply.header('set-cookie', cookies), next);
}
