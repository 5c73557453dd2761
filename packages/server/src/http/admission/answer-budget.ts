import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '@parley/core';

interface Bytes {
  perAddress: number;
  inAll: number;
}

/** Answers hold memory until their readers have taken them, so only so much may be on its way at a time. */
const mostHeld: Bytes = { perAddress: 32 * 1024 * 1024, inAll: 128 * 1024 * 1024 };
const retryAfter = 1;

/** What one connection holds. */
interface Held {
  readonly address: string;
  bytes: number;
}

/** The bytes of answers that are on their way. */
export class AnswerBudget {
  readonly #most: Bytes;
  readonly #byConnection = new WeakMap<Socket, Held>();
  readonly #byAddress = new Map<string, number>();
  #inAll = 0;

  constructor(most: Bytes = mostHeld) {
    this.#most = most;
  }

  /** How many bytes are held now. */
  get held(): number {
    return this.#inAll;
  }

  /** Counts an answer until its response is over. Throws 503 when its address, or the server, holds too much already. */
  hold(address: string, bytes: number, response: ServerResponse): void {
    const ofAddress = this.#byAddress.get(address) ?? 0;
    if (ofAddress + bytes > this.#most.perAddress || this.#inAll + bytes > this.#most.inAll) {
      throw new ServiceError('overloaded', 'Too many large answers are on their way; read them, then try again', { retryAfter });
    }
    const { socket } = response.req;
    if (socket.destroyed) return;
    const held = this.#byConnection.get(socket) ?? this.#watch(socket, address);
    this.#add(held, bytes);
    response.once('close', () => this.#add(held, -Math.min(bytes, held.bytes)));
  }

  /** A response that waits behind another one does not hear that its connection ended; the connection itself does. */
  #watch(socket: Socket, address: string): Held {
    const held = { address, bytes: 0 };
    this.#byConnection.set(socket, held);
    socket.once('close', () => this.#add(held, -held.bytes));
    return held;
  }

  #add(held: Held, bytes: number): void {
    held.bytes += bytes;
    this.#inAll += bytes;
    const left = (this.#byAddress.get(held.address) ?? 0) + bytes;
    if (left === 0) this.#byAddress.delete(held.address);
    else this.#byAddress.set(held.address, left);
  }
}
