import type { FastifyInstance } from 'fastify';
import { agentCard } from './card.ts';
import { json } from '../wire/error-handler.ts';
import { publish, sendPublished, type Published } from '../wire/published.ts';
import type { BindingParts } from './binding.ts';
import { serveRestBinding } from './rest.ts';
import { serveRpc } from './rpc.ts';

/** The card changes only with a release, or the address of the server. */
const cardSeconds = 300;

/** Serves A2A: the agent card where clients of both versions look for it, and the two bindings. */
export function serveA2a(app: FastifyInstance, service: BindingParts): void {
  let card: { published: Published; since: string } | undefined;
  for (const file of ['agent-card.json', 'agent.json']) {
    app.get(`/.well-known/${file}`, async (request, reply) => {
      card ??= {
        published: publish(
          json,
          JSON.stringify(agentCard(service.contract, service.publicUrl())),
          `public, max-age=${cardSeconds}`,
        ),
        since: new Date().toUTCString(),
      };
      return sendPublished(request, reply.header('last-modified', card.since), card.published);
    });
  }
  serveRpc(app, service);
  serveRestBinding(app, service);
}
