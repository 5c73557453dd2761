import type { FastifyInstance } from 'fastify';
import { agentCard } from '../../a2a/card.ts';
import { json } from '../edge.ts';
import { publish, sendPublished, type Published } from '../published.ts';
import type { Served } from './binding.ts';
import { serveRestBinding } from './rest.ts';
import { serveRpc } from './rpc.ts';

/** Serves A2A: the agent card where clients of both versions look for it, and the two bindings. */
export function serveA2a(app: FastifyInstance, service: Served): void {
  let card: Published | undefined;
  for (const file of ['agent-card.json', 'agent.json']) {
    app.get(`/.well-known/${file}`, async (request, reply) => {
      card ??= publish(json, JSON.stringify(agentCard(service.contract, service.publicUrl())));
      return sendPublished(request, reply, card);
    });
  }
  serveRpc(app, service);
  serveRestBinding(app, service);
}
