import type { ErrorCode } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOurFault, serviceErrorOf } from '../../call/refusal.ts';
import { refuse } from '../wire/error-handler.ts';
import { sendPage } from './form-page.ts';
import { seeOther } from './forms.ts';

export interface InvitationPath {
  spaceId: string;
  invitationKey: string;
}

const isOfInvitation: ReadonlySet<ErrorCode> = new Set(['invitation_revoked', 'invitation_expired', 'invitation_used_up']);

/** Pages for links that do not work. */
const deadEnds = {
  'meeting-over': {
    title: 'This space has ended',
    text: 'The owner closed it, or it expired. Nobody can join or read it any more.',
  },
  'no-meeting': {
    title: 'There is no such space',
    text: 'The link is incomplete, or it belongs to another server. Ask the person who invited you to send it again.',
  },
};

export function serveDeadEnds(app: FastifyInstance): void {
  for (const [name, { title, text }] of Object.entries(deadEnds)) {
    app.get(`/${name}`, async (_request, reply) =>
      sendPage(reply, title, `<p>${text}</p>\n<p><a class="button quiet" href=".">Back to the start</a></p>`),
    );
  }
}

interface Entrance {
  publicUrl: string;
  /** Answers with the app. */
  open(): FastifyReply;
}

/**
 * Answers a browser whose invitation does not work with a page; programs get the refusal as JSON. If only the invitation has ended, it
 * is the app, where a participant who joined before continues.
 */
export function refuseToPeople(error: unknown, request: FastifyRequest, reply: FastifyReply, entrance: Entrance): FastifyReply {
  const refusal = serviceErrorOf(error);
  const isBrowser = request.headers.accept?.includes('text/html') ?? false;
  if (!isBrowser || isOurFault(refusal) || refusal.code === 'rate_limited')
    return refuse(error, request, reply, entrance.publicUrl);
  if (isOfInvitation.has(refusal.code)) return entrance.open();
  const name: keyof typeof deadEnds = refusal.code === 'key_expired' ? 'meeting-over' : 'no-meeting';
  return seeOther(reply, `../../${name}`);
}
