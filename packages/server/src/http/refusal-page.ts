import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './edge.ts';
import { isOurFault, serviceErrorOf } from './errors.ts';
import { htmlDocument } from './pages/document.ts';

const policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Where a dead invitation leads to, beside all spaces. */
const deadEnds = {
  over: {
    title: 'This meeting is over',
    text: 'Its owner closed it, or its time ran out. Nobody can enter or read it any more.',
  },
  unknown: {
    title: 'There is no such meeting',
    text: 'The link is not complete, or it never was one of this server. Ask whoever invited you for it again.',
  },
};

export function serveDeadEnds(app: FastifyInstance): void {
  for (const [name, { title, text }] of Object.entries(deadEnds)) {
    const body = `  <body>
    <main id="entrance">
      <p class="brand">Parley</p>
      <h1>${title}</h1>
      <p>${text}</p>
    </main>
  </body>`;
    const page = htmlDocument({ title, root: '../', styles: ['join.css'], body });
    app.get(`/space/${name}`, async (_request, reply) =>
      reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', policy).send(page),
    );
  }
}

/** A browser that followed a dead invitation is led to a page, as every refusal is JSON; programs get the refusal itself. */
export function refuseToPeople(error: unknown, request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply {
  const refusal = serviceErrorOf(error);
  const isBrowser = request.headers.accept?.includes('text/html') ?? false;
  if (!isBrowser || isOurFault(refusal) || refusal.code === 'rate_limited') return refuse(error, request, reply, publicUrl);
  const name: keyof typeof deadEnds = refusal.code === 'key_expired' ? 'over' : 'unknown';
  return reply.code(303).header('location', `../${name}`).send();
}
