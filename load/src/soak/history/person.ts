import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Input, type Member, type Server } from '@parley/testing';
import type { OperationName } from '@parley/core';
import type { History } from './history.ts';

const pauseMs = 100;

/** Where and how people work. */
export interface Ground {
  servers: readonly Server[];
  history: History;
  random: () => number;
  over: AbortSignal;
}

/** A participant that asks any server, and writes down what it was told. */
export class Person {
  readonly member: Member;
  readonly #ground: Ground;

  constructor(member: Member, ground: Ground) {
    this.member = member;
    this.#ground = ground;
  }

  get history(): History {
    return this.#ground.history;
  }

  get isOver(): boolean {
    return this.#ground.over.aborted;
  }

  chance(): number {
    return this.#ground.random();
  }

  /** One try. Undefined if it is unknown what became of it, after a while. */
  async try<Name extends OperationName>(
    operation: Name,
    input: Input,
    key?: string,
  ): Promise<Awaited<ReturnType<typeof ask<Name>>> | undefined> {
    const { servers, history } = this.#ground;
    const server = Math.floor(this.chance() * servers.length);
    const start = performance.now();
    const answered = await ask(servers[server]!, operation, this.member, input, key).catch((error: unknown) => {
      if ((error as Error).name === 'TimeoutError') return undefined;
      throw error;
    });
    const status = answered?.status;
    history.attempts.push({
      operation,
      server,
      at: performance.now(),
      ms: performance.now() - start,
      status,
      code: (answered?.body as { code?: string } | undefined)?.code,
      saysWhen: answered?.headers.has('retry-after') ?? false,
    });
    if (answered && status !== 0 && status !== 503 && status !== 429) return answered;
    await sleep(pauseMs * (1 + this.chance()));
    return undefined;
  }
}
