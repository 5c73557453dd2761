import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
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
    const bytes = sizeOf(payload);
    if (bytes < worthCounting) return done(null, payload);
    const address = addressOf(request.ip);
    try {
      budget.hold(address, bytes, reply.raw);
    } catch (refusal) {
      return done(refusal as Error);
    }
    void addresses.spend(address, Math.floor(bytes / bytesPerRequest));
    done(null, payload);
  });
}

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length < worthCounting / 3 ? payload.length : Buffer.byteLength(payload);
  if (Buffer.isBuffer(payload)) return payload.length;
  return payload instanceof Readable ? inPieces : 0;
}
