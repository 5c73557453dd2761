import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '@parley/core';
import { takingMs } from './patience.ts';
import { Tally } from './tally.ts';

interface Bytes {
  perAddress: number;
  inAll: number;
}

/** Answers hold memory until their readers have taken them, so only so much may be on its way at a time. */
const mostHeld: Bytes = { perAddress: 32 * 1024 * 1024, inAll: 128 * 1024 * 1024 };
const retryAfter = 1;

export interface Weight {
  /** What it holds in memory at a time. */
  held: number;
  /** What its reader has to take. */
  total: number;
}

const looksPerPeriod = 10;

/** More is given to a connection only when what it was given before was taken. */
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

/** The bytes of answers that are on their way. */
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

  /** How many bytes are held now. */
  get held(): number {
    return this.#inAll;
  }

  /**
   * Counts an answer until its response is over; a reader who takes too long is cut. Throws 503 when its address, or the server,
   * holds too much already.
   */
  hold(address: string, { held }: Weight, response: ServerResponse): void {
    if (this.#byAddress.of(address) + held > this.#most.perAddress || this.#inAll + held > this.#most.inAll) {
      throw new ServiceError('overloaded', 'Too many large answers are on their way; read them, then try again', { retryAfter });
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
    // Each call of a batch is an answer of its own.
    response.setMaxListeners(0);
    this.#add(address, held);
    response.once('close', release);
  }

  /** A response that waits behind another one does not hear that its connection ended; the connection itself does. */
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
