import type { Limits } from '@parley/core';
import type { Account } from '../../auth/provider.ts';
import { template } from './assets.ts';
import type { InvitedSpace } from './invited-space.ts';
import { escapeHtml, onOneLine, roughly } from './wording.ts';

const html = template('join.html');

export const joinPagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: https:",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const entrance = {
  public: 'Public space: you join immediately',
  private: 'Private space: the owner approves each participant',
};

export function joinPage(space: InvitedSpace, invitationKey: string, limits: Limits, account?: Account): string {
  const { name, description, agenda = '', privacy, ttlRemaining, invitation } = space;
  return filled({
    title: onOneLine(name),
    name,
    description,
    hideDescription: description.trim() ? '' : 'hidden',
    agenda,
    hideAgenda: agenda.trim() ? '' : 'hidden',
    facts: `${entrance[privacy]} · open for another ${roughly(ttlRemaining)}`,
    isOver: '',
    invitationKey,
    hideScriptless: '',
    hideAccount: account ? '' : 'hidden',
    account: account?.email ?? '',
    nameLength: String(limits.displayNameCharacters),
    roleLength: String(limits.roleCharacters),
    hideRole: invitation.role === undefined ? '' : 'hidden',
    givenRole: invitation.role ?? '',
    hideGivenRole: invitation.role === undefined ? 'hidden' : '',
  });
}

/** For a participant who joined while the invitation worked and reloads the page; reveals nothing about the space. */
export function againPage(): string {
  const title = 'This invitation no longer works';
  const facts = 'It was revoked, used up, or has expired. Ask the person who invited you for another one.';
  return filled({ title, name: title, facts, isOver: 'data-over', ...hideDetails });
}

const hideDetails = Object.fromEntries(
  ['Description', 'Agenda', 'Role', 'GivenRole', 'Account', 'Scriptless'].map((part) => [`hide${part}`, 'hidden']),
);

const filled = (values: Record<string, string>): string =>
  html.replace(/\{\{(\w+)\}\}/g, (_, field: string) => escapeHtml(values[field] ?? ''));
