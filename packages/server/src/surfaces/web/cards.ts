import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Parley } from '../../parley.ts';
import { agentCard } from '../pages/agent-card.ts';
import { assets } from '../pages/assets.ts';
import { avatar, avatarPolicy } from '../pages/avatar.ts';
import { invitedSpace } from '../pages/invited-space.ts';
import { refuseToPeople, serveDeadEnds, type InvitationPath } from '../pages/refusal-page.ts';
import { sendPublished } from '../wire/published.ts';
import { sendInvitation, type Web } from './web.ts';

const invitation = '/space/:spaceId/:invitationKey';
const picture = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.svg$/i;

type Invitation = { Params: InvitationPath };
type CardFile = { Params: { file: string } };

/** Serves the two links of an invitation, a Markdown card for agents and the app for humans, and the files of other pages. */
export function serveCards(app: FastifyInstance, parley: Parley, web: Web): void {
  serveDeadEnds(app);
  app.get<Invitation>(`${invitation}/.well-known/agent.md`, async ({ params }, reply) => {
    keepPrivate(reply);
    const space = await invitedSpace(parley, params.spaceId, params.invitationKey);
    const { invitationKey } = params;
    const lockSeconds = parley.config.PARLEY_LOCK_TTL_SECONDS;
    const card = agentCard(space, { publicUrl: parley.publicUrl(), invitationKey, lockSeconds, now: Date.now() });
    return reply.header('content-type', 'text/markdown; charset=utf-8').send(card);
  });

  const pageOptions: RouteShorthandOptions = {
    config: { varies: 'Accept' },
    errorHandler: (error, request, reply) =>
      refuseToPeople(error, request, reply, { publicUrl: parley.publicUrl(), open: () => sendInvitation(reply, web) }),
  };
  app.get<Invitation>(invitation, pageOptions, async ({ params: { spaceId, invitationKey } }, reply) => {
    keepPrivate(reply);
    await invitedSpace(parley, spaceId, invitationKey);
    return sendInvitation(reply, web, `${invitationKey}/.well-known/agent.md`);
  });

  const sendAsset = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const asset = assets.get(name);
    if (!asset) throw nothingHere();
    return sendPublished(request, reply, asset);
  };
  app.get<CardFile>('/pages/:file', async (request, reply) => sendAsset(request.params.file, request, reply));
  // Browsers always request it.
  app.get('/favicon.ico', async (request, reply) => sendAsset('icon.svg', request, reply));

  app.get<CardFile>('/avatars/:file', async ({ params }, reply) => {
    const participantId = picture.exec(params.file)?.[1];
    if (!participantId) throw nothingHere();
    return reply
      .header('content-type', 'image/svg+xml')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', avatarPolicy)
      .send(avatar(participantId.toLowerCase()));
  });
}

/** The URL contains a key, which must not reach search engines or other sites. */
function keepPrivate(reply: FastifyReply): void {
  reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
}

const nothingHere = () => new ServiceError('not_found', 'Nothing exists at this URL');
