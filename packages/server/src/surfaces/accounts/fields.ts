import { longestEmail, longestName, maxPasswordLength, minPasswordLength } from '../../account/better-auth.ts';
import { escapeHtml } from '../pages/wording.ts';

const input = (label: string, attributes: string): string =>
  `<label class="field">${label}<input ${attributes} required /></label>`;
const password = (name: string, label: string, complete: string): string =>
  input(
    label,
    `name="${name}" type="password" minlength="${minPasswordLength}" maxlength="${maxPasswordLength}" autocomplete="${complete}"`,
  );

export const nameField = input('Name', `name="name" maxlength="${longestName}" autocomplete="name"`);
export const emailField = input('E-mail', `name="email" type="email" maxlength="${longestEmail}" autocomplete="username"`);
const lengthHint = `<small>${minPasswordLength} to ${maxPasswordLength} characters</small>`;

export const passwordField = password('password', 'Password', 'current-password');
export const presentPasswordField = password('present', 'Current password', 'current-password');
export const firstPasswordField = password('password', `Password ${lengthHint}`, 'new-password');
export const newPasswordField = password('password', `New password ${lengthHint}`, 'new-password');

/** Tells a password manager which account the password belongs to. */
export const userNameFor = (email: string): string =>
  `<input type="text" name="username" autocomplete="username" value="${escapeHtml(email)}" readonly hidden />`;

export const checkbox = (name: string, label: string): string =>
  `<label class="choice"><input name="${name}" type="checkbox" value="yes" />${label}</label>`;

/** `hidden` fields carry values from one page to the next. */
export const form = (action: string, hidden: Record<string, string>, fields: readonly string[], button: string): string =>
  `<form class="fields" method="post" action="${action}">
${Object.entries(hidden)
  .map(([name, value]) => `  <input type="hidden" name="${name}" value="${escapeHtml(value)}" />`)
  .join('\n')}
  ${fields.join('\n  ')}
  <button>${button}</button>
</form>`;
