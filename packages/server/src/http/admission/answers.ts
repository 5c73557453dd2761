import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addressOf } from './address.ts';
import type { AnswerBudget } from './answer-budget.ts';
import type { Counter } from './windows.ts';

/** Smaller answers are bounded well enough by how many an address may ask for. */
const worthCounting = 32 * 1024;
/** What an answer that is sent in pieces holds at most at a time. */
const inPieces = 2 * 1024 * 1024;
/** So many bytes of an answer cost its address as much as one request more. */
const bytesPerRequest = 256 * 1024;

/** Counts the bytes of each large answer while it is on its way, and what it costs its address. */
export function boundAnswers(app: FastifyInstance, budget: AnswerBudget, addresses: Counter): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const count = (answer: unknown) => {
      const bytes = sizeOf(answer);
      if (bytes < worthCounting) return done(null, answer);
      const address = addressOf(request.ip);
      try {
        budget.hold(address, bytes, reply.raw);
      } catch (refusal) {
        return done(refusal as Error);
      }
      void addresses.spend(address, Math.floor(bytes / bytesPerRequest));
      done(null, answer);
    };
    if (payload instanceof Response && !isStreamed(payload)) unwrapped(reply, payload).then(count, done);
    else count(payload);
  });
}

const isStreamed = ({ headers }: Response): boolean => isSubscription(headers) || headers.has('transfer-encoding');
const isSubscription = (headers: Headers): boolean => headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** The text that tRPC wraps into a response although it is whole. */
async function unwrapped(reply: FastifyReply, response: Response): Promise<string> {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return response.text();
}

function sizeOf(answer: unknown): number {
  if (typeof answer === 'string') return answer.length < worthCounting / 3 ? answer.length : Buffer.byteLength(answer);
  if (Buffer.isBuffer(answer)) return answer.length;
  // A subscription has a seat and a bounded queue instead.
  if (answer instanceof Response) return isSubscription(answer.headers) ? 0 : inPieces;
  return answer instanceof Readable ? inPieces : 0;
}
