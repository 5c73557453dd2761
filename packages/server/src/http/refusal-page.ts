import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from './edge.ts';
import { isOurFault, serviceErrorOf } from './errors.ts';
import { htmlDocument } from './pages/document.ts';

const policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const over = {
  title: 'This meeting is over',
  text: 'Its owner closed it, or its time ran out. Nobody can enter or read it any more.',
};
const unknown = {
  title: 'There is no such meeting',
  text: 'The link is not complete, or it never was one of this server. Ask whoever invited you for it again.',
};

/** A browser that followed a dead invitation shows a page; programs get the refusal itself. */
export function refuseToPeople(error: unknown, request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply {
  const refusal = serviceErrorOf(error);
  const isBrowser = request.headers.accept?.includes('text/html') ?? false;
  if (!isBrowser || isOurFault(refusal) || refusal.code === 'rate_limited') return refuse(error, request, reply, publicUrl);
  const { title, text } = refusal.code === 'key_expired' ? over : unknown;
  return reply
    .code(refusal.status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .send(
      htmlDocument({
        title,
        root: '../../',
        styles: ['join.css'],
        body: `  <body>
    <main id="entrance">
      <p class="brand">Parley</p>
      <h1>${title}</h1>
      <p>${text}</p>
    </main>
  </body>`,
      }),
    );
}
