import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '@parley/core';
import { takingMs } from './patience.ts';
import { Tally } from './tally.ts';

interface Bytes {
  perAddress: number;
  inAll: number;
}

/** Answers occupy memory until their readers have taken them, so the total in flight is bounded. */
const mostHeld: Bytes = { perAddress: 32 * 1024 * 1024, inAll: 128 * 1024 * 1024 };
const retryAfter = 1;

export interface Weight {
  /** What it occupies in memory at a time. */
  held: number;
  /** Its full size. */
  total: number;
}

const looksPerPeriod = 10;

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

/** Bounds the bytes of answers in flight. */
export class AnswerBudget {
  readonly #most: Bytes;
  readonly #stillMs: number | undefined;
  readonly #onConnection = new WeakMap<Socket, Set<() => void>>();
  readonly #byAddress = new Tally();
  #inAll = 0;

  constructor(most: Bytes = mostHeld, stillMs?: number) {
    this.#most = most;
    this.#stillMs = stillMs;
  }

  /** How many bytes are in flight now. */
  get held(): number {
    return this.#inAll;
  }

  /**
   * Counts an answer until its response has ended; a reader that takes too long is cut. Throws 503 if its address, or the server,
   * has too much in flight already.
   */
  hold(address: string, { held }: Weight, response: ServerResponse): void {
    if (this.#byAddress.of(address) + held > this.#most.perAddress || this.#inAll + held > this.#most.inAll) {
      throw new ServiceError('overloaded', 'Too many large responses are still being sent; read them, then try again', {
        retryAfter,
      });
    }
    const { socket } = response.req;
    if (socket.destroyed) return;
    const releases = this.#onConnection.get(socket) ?? this.#watch(socket);
    const timer = cutUnlessTaken(socket, takingMs(held, this.#stillMs));
    const release = () => {
      if (!releases.delete(release)) return;
      clearInterval(timer);
      this.#add(address, -held);
    };
    releases.add(release);
    // Each call of a batch is a separate answer.
    response.setMaxListeners(0);
    this.#add(address, held);
    response.once('close', release);
  }

  /** A response that waits behind another one gets no event when its connection ends; the connection itself does. */
  #watch(socket: Socket): Set<() => void> {
    const releases = new Set<() => void>();
    this.#onConnection.set(socket, releases);
    socket.once('close', () => releases.forEach((release) => release()));
    return releases;
  }

  #add(address: string, bytes: number): void {
    this.#inAll += bytes;
    this.#byAddress.add(address, bytes);
  }
}
