import { statusOf } from '@parley/core';
import type { OutputOf } from '@parley/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { goodScore } from '../../docs/search.ts';
import type { Parley } from '../../parley.ts';
import { serviceErrorOf } from '../../call/refusal.ts';
import { escapeHtml } from '../pages/wording.ts';
import { metadataIn } from '../wire/request.ts';
import { rootOf, searchForm, type PageFrame } from './frame.ts';
import { sendOwnPage } from './send.ts';

type FoundAnswer = OutputOf<'askByQuery'>;

const depth = 0;

/** Answers a browser that asks a question with a page of results; without a question, with the form. */
export function answersPage(parley: Parley, frame: PageFrame) {
  const page = (query: string, results: string) =>
    frame({
      title: query === '' ? 'Search' : `Search: ${query}`,
      depth,
      hasSearch: true,
      body: `<article class="prose">\n<h1>Search</h1>\n${searchForm(rootOf(depth), query)}\n${results}\n</article>`,
    });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { query } = request.query as { query?: unknown };
    if (typeof query !== 'string' || query.trim() === '')
      return sendOwnPage(reply, page('', '<p>Ask a question, or type a word such as “lock”.</p>'));
    try {
      const answer = await parley.perform('askByQuery', { query }, metadataIn(request, reply.raw));
      return sendOwnPage(reply, page(query, listOf(answer, parley.publicUrl())));
    } catch (error) {
      const refusal = serviceErrorOf(error);
      if (refusal.code !== 'invalid_request') throw error;
      return sendOwnPage(
        reply.code(statusOf(refusal)),
        page('', `<p class="refused" role="alert">${escapeHtml(refusal.message)}</p>`),
      );
    }
  };
}

function listOf({ results }: FoundAnswer, publicUrl: string): string {
  const [best] = results;
  if (!best) return '<p><strong>No good answer.</strong> Try other words, or look through the <a href="docs">pages</a>.</p>';
  const told =
    best.score < goodScore ? '<strong>No good answer.</strong> This comes closest:' : `${results.length} answers, best first`;
  return `<p>${told}</p>\n<ol class="answers">\n${results.map((result) => entryOf(result, publicUrl)).join('\n')}\n</ol>`;
}

function entryOf({ url, name, description, schema_object }: FoundAnswer['results'][number], publicUrl: string): string {
  const page = String(schema_object?.['documentation'] ?? url);
  // A relative address works under every name of the server.
  const href = page.startsWith(`${publicUrl}/`) ? page.slice(publicUrl.length + 1) : page;
  return `<li><a href="${escapeHtml(href)}">${escapeHtml(name)}</a>\n<p>${escapeHtml(description)}</p></li>`;
}
