import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lazy } from '../../engine/async/lazy.ts';
import { names, tagOf } from './tags.ts';

const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const codings = {
  br: (body: Buffer) => promisify(brotliCompress)(body, brotliQuality),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
type Coding = keyof typeof codings;
const preferred = Object.keys(codings) as Coding[];

/**
 * Text that is the same for everyone, compressed once. An answer that depends on its caller is never compressed, because its
 * length would leak secrets (BREACH).
 */
export interface Published {
  readonly type: string;
  readonly body: Buffer;
  readonly tag: string;
  /** `Cache-Control`. */
  readonly caching: string;
  readonly coded: Readonly<Record<Coding, () => Promise<Buffer>>>;
}

export function publish(type: string, text: string | Buffer, caching = 'no-cache'): Published {
  const body = Buffer.from(text);
  return {
    type,
    body,
    caching,
    // Weak, because it covers every content coding.
    tag: `W/${tagOf(body)}`,
    coded: { br: lazy(() => codings.br(body)), gzip: lazy(() => codings.gzip(body)) },
  };
}

/** Sets the headers and returns the body, in the best coding that the client accepts, or empty if the client has it already. */
async function represent(request: FastifyRequest, reply: FastifyReply, published: Published): Promise<Buffer | ''> {
  reply.headers({ 'cache-control': published.caching, vary: 'Accept-Encoding', etag: published.tag });
  if (names(request, published.tag)) {
    reply.code(304);
    return '';
  }
  reply.header('content-type', published.type);
  const coding = preferred.find((name) => accepts(request, name));
  if (!coding) return published.body;
  reply.header('content-encoding', coding);
  return published.coded[coding]();
}

export const sendPublished = async (request: FastifyRequest, reply: FastifyReply, published: Published): Promise<FastifyReply> =>
  reply.send(await represent(request, reply, published));

/** Whether the coding is listed with a weight above 0. */
function accepts({ headers }: FastifyRequest, coding: Coding): boolean {
  const offers = (headers['accept-encoding'] ?? '').toLowerCase().split(',');
  return offers.some((offer) => {
    const [name, ...parameters] = offer.split(';').map((part) => part.trim());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
