import { ServiceError, type Operation } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import { reference } from '../../../docs/places.ts';
import type { Parley } from '../../../parley.ts';
import { publish, type Published } from '../../wire/published.ts';
import { referenceEntries, type PageFrame } from '../frame.ts';
import { highlighter } from '../highlight.ts';
import { html, sendDocs } from '../send.ts';
import { turns } from '../turns.ts';
import type { ApiDocument } from './document.ts';
import { group, objects, overview, type PageContent } from './pages.ts';

type OperationGroup = { Params: { group: string } };

/** Serves the reference of all operations, one page per group, drawn from the contract and `/openapi.json`. */
export function serveReference(
  app: FastifyInstance,
  { contract, pages, publicUrl }: Parley,
  frame: PageFrame,
  published: () => Promise<Published>,
): void {
  const operations = Object.entries(contract) as [string, Operation][];
  const rendered = new Map<string, Published>();
  const contentOf = async (place: string): Promise<PageContent> => {
    if (place === reference) return overview(operations);
    const document = JSON.parse((await published()).body.toString()) as ApiDocument;
    if (place === `${reference}/objects`) return objects(document);
    const sources = { document, pages, publicUrl: publicUrl(), highlight: await highlighter() };
    return group(place, operations, sources);
  };
  const pageAt = async (place: string): Promise<Published> => {
    const known = rendered.get(place);
    if (known) return known;
    const { title, body, headings } = await contentOf(place);
    const depth = place.split('/').length - 1;
    const article = `<article class="prose">\n${body}\n</article>\n${turnsAt(place)}`;
    const made = publish(
      html,
      frame({ title, depth, place, markdown: `${reference}.md`, body: article, headings, isWide: place !== reference }),
    );
    rendered.set(place, made);
    return made;
  };

  app.get(`/${reference}`, async (request, reply) => sendDocs(request, reply, await pageAt(reference)));
  app.get<OperationGroup>(`/${reference}/:group`, async (request, reply) => {
    const place = `${reference}/${request.params.group}`;
    if (!referenceEntries.some((entry) => entry.place === place))
      throw new ServiceError('not_found', 'Nothing exists at this URL');
    return sendDocs(request, reply, await pageAt(place));
  });
}

function turnsAt(current: string): string {
  const index = referenceEntries.findIndex(({ place }) => place === current);
  const turn = (each: { title: string; place: string } | undefined) =>
    each && { title: each.title, href: `${current === reference ? '../' : '../../'}${each.place}` };
  return turns(turn(referenceEntries[index - 1]), turn(referenceEntries[index + 1]));
}
