import { ServiceError, space as spaceRules } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import { credentialOf } from '../auth/keys.ts';
import type { Parley } from '../parley.ts';

/** What an invitation's two links show: a Markdown card for agents and a page for people. */
export function serveCards(app: FastifyInstance, parley: Parley): void {
  void app;
  void parley;
  void ServiceError;
  void spaceRules;
  void credentialOf;
}
