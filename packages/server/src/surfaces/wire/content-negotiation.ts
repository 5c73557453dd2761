import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers a browser with a page. */
export type Page = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

const forPrograms = ['application/json', 'text/event-stream'];

/** Whether the client asks for a page: it names HTML, and nothing for programs with as much weight. */
export function wantsPage({ headers: { accept = '' } }: FastifyRequest): boolean {
  const weights = new Map(accept.split(',').map((offer) => weightIn(offer)));
  const ofHtml = weights.get('text/html') ?? 0;
  return ofHtml > Math.max(...forPrograms.map((type) => weights.get(type) ?? 0));
}

function weightIn(offer: string): [type: string, weight: number] {
  const [type = '', ...parameters] = offer.toLowerCase().split(';');
  const [weight] = parameters.flatMap((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1] ?? []);
  return [type.trim(), weight === undefined ? 1 : Number(weight)];
}
