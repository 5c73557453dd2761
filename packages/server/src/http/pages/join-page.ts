import type { Limits } from '@parley/core';
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
  public: 'Public space: you are in at once',
  private: 'Private space: the owner lets people in',
};

export function joinPage(space: InvitedSpace, invitationKey: string, limits: Limits): string {
  const { name, description, agenda = '', privacy, ttlRemaining } = space;
  const values: Record<string, string> = {
    title: onOneLine(name),
    name,
    description,
    hideDescription: description.trim() ? '' : 'hidden',
    agenda,
    hideAgenda: agenda.trim() ? '' : 'hidden',
    entrance: entrance[privacy],
    remaining: roughly(ttlRemaining),
    invitationKey,
    nameLength: String(limits.displayNameCharacters),
    roleLength: String(limits.roleCharacters),
  };
  return html.replace(/\{\{(\w+)\}\}/g, (_, field: string) => escapeHtml(values[field]!));
}
