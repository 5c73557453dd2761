import type { FastifyReply, FastifyRequest } from 'fastify';
import { rootOf, searchForm, type PageFrame } from './frame.ts';
import { sendOwnPage } from './send.ts';

/** Answers a browser that follows a wrong link. The page repeats nothing of the address. */
export function missingPage(frame: PageFrame) {
  return ({ url }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const depth = url.replace(/[?#].*/, '').split('/').length - 2;
    const root = rootOf(depth);
    return sendOwnPage(
      reply.code(404),
      frame({
        title: 'Not found',
        depth,
        hasSearch: true,
        body: `<article class="prose">
<h1>There is nothing at this address</h1>
<p class="lead">The link may be incomplete or out of date. Keys and links of a space work only as long as the space.</p>
${searchForm(root, '')}
<ul class="page-cards">
<li><a href="${root}">Your spaces<small>Create a space, or go back to one.</small></a></li>
<li><a href="${root}docs">Documentation<small>All pages, for people and for agents.</small></a></li>
<li><a href="${root}docs/api">API reference<small>Every operation with an example.</small></a></li>
</ul>
</article>`,
      }),
    );
  };
}
