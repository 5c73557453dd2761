import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { FairSemaphore } from '../../engine/stream/fair-semaphore.ts';
import type { Admission } from '../../call/admission/admission.ts';
import { holdAnswer, type Weight } from './held.ts';

/** The system takes a smaller answer immediately, unless earlier ones still wait. */
export const worthCounting = 32 * 1024;
/** Memory of a streamed answer: a piece as rows, as text and as bytes, and the next one. */
const inPieces = 4 * 1024 * 1024;

interface Sent {
  /** Approximate size of all of them. */
  bytes: number;
  texts: () => AsyncIterable<string | Uint8Array>;
}

/** Streams an answer while it is read, taking turns with other reads. */
export function inTurns({ texts, bytes }: Sent, address: string, semaphore: FairSemaphore): Readable {
  async function* read() {
    const pieces = texts()[Symbol.asyncIterator]();
    for (;;) {
      const piece = await semaphore.pass(address, () => pieces.next());
      if (piece.done) return;
      yield piece.value;
    }
  }
  return Object.assign(Readable.from(read(), { highWaterMark: 1 }), { bytes });
}

/** Keeps room for an answer that is not made yet; returns what frees it again. Throws 503 if there is none. */
export function keepRoom({ answers }: Pick<Admission, 'answers'>, address: string, bytes: number): () => void {
  const held = Math.min(bytes, inPieces);
  answers.assertRoom(address, held);
  answers.add(address, held);
  return () => answers.add(address, -held);
}

/** Counts the bytes of each answer that waits for its reader, and its cost for the address. */
export function boundAnswers(app: FastifyInstance, admission: Pick<Admission, 'answers' | 'addresses'>): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const weight = weightOf(payload);
    const { socket } = reply.raw;
    // Earlier data of this connection still waits for the reader.
    const isBusy = !socket || socket.writableLength > 0;
    if (weight.total > 0 && (weight.total >= worthCounting || isBusy)) {
      try {
        holdAnswer(admission, request.address, weight, reply.raw);
      } catch (refusal) {
        return done(refusal as Error);
      }
    }
    done(null, payload);
  });
}

function weightOf(answer: unknown): Weight {
  if (answer instanceof Readable) {
    const { bytes = 0 } = answer as { bytes?: number };
    return { held: Math.min(bytes, inPieces), total: bytes };
  }
  // tRPC answers are already counted call by call.
  const total = typeof answer === 'string' ? Buffer.byteLength(answer) : Buffer.isBuffer(answer) ? answer.length : 0;
  return { held: total, total };
}
