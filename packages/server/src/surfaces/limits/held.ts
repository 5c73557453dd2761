import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Admission } from '../../call/admission/admission.ts';
import { takingMs } from './patience.ts';

/** Bytes of an answer that cost its address as much as one more request. */
const bytesPerRequest = 256 * 1024;
const looksPerPeriod = 10;

type Held = Pick<Admission, 'answers' | 'addresses'>;

/** The size of an answer in bytes. */
export interface Weight {
  /** What it occupies in memory at a time. */
  held: number;
  total: number;
}

/** `holdAnswer` for a transport that cannot stream its answers. */
export const holding =
  (admission: Held, { address }: { address: string }, response: ServerResponse) =>
  (bytes: number): void =>
    holdAnswer(admission, address, { held: bytes, total: bytes }, response);

/** What ends the count of each answer that a connection still has to take. */
const releasesOf = new WeakMap<Socket, Set<() => void>>();

/**
 * Counts an answer until its response has ended, and the cost of sending it; a reader that takes too long is cut. Throws 503 if too much
 * is being sent already.
 */
export function holdAnswer({ answers, addresses }: Held, address: string, weight: Weight, response: ServerResponse): void {
  const { held, total } = weight;
  answers.assertRoom(address, held);
  void addresses.spend(address, Math.floor(total / bytesPerRequest));
  const { socket } = response.req;
  if (socket.destroyed) return;
  const releases = releasesOf.get(socket) ?? watch(socket);
  const timer = cutUnlessTaken(socket, takingMs(held));
  const release = () => {
    if (!releases.delete(release)) return;
    clearInterval(timer);
    answers.add(address, -held);
  };
  releases.add(release);
  // Each call of a batch is a separate answer.
  response.setMaxListeners(0);
  answers.add(address, held);
  response.once('close', release);
}

/** A response that waits behind another one gets no event when its connection ends; the connection itself does. */
function watch(socket: Socket): Set<() => void> {
  const releases = new Set<() => void>();
  releasesOf.set(socket, releases);
  socket.once('close', () => releases.forEach((release) => release()));
  return releases;
}

/** A connection gets more only after it has taken what it had. */
function cutUnlessTaken(socket: Socket, ms: number): NodeJS.Timeout {
  let given = socket.bytesWritten;
  let looks = 0;
  const look = () => {
    looks = socket.bytesWritten === given ? looks + 1 : 0;
    given = socket.bytesWritten;
    if (looks === looksPerPeriod) socket.destroy();
  };
  return setInterval(look, ms / looksPerPeriod).unref();
}
