import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName, OutputOf } from '@parley/core';
import { requestFor, type Caller, type Input } from '@parley/testing';
import type { History } from '../history/history.ts';
import { exchange } from './exchange.ts';
import type { Target } from '../servers/target.ts';

const pauseMs = 100;

/** Where clients work, and how. */
export interface Setting {
  servers: readonly Target[];
  history: History;
  agent: Agent;
  /** How long they wait for an answer. */
  patienceMs: number;
  random: () => number;
  over: AbortSignal;
}

export interface Told<Name extends OperationName> {
  /** Of a success. */
  body?: OutputOf<Name>;
  /** Whether it is unknown what became of the request, or it can be sent again. */
  isUnclear: boolean;
}

/** A client that asks any server, or one, and records what it was told. */
export class Client<Who extends Caller = Caller> {
  readonly member: Who;
  readonly setting: Setting;
  readonly #from: string | undefined;
  readonly #server: number | undefined;

  constructor(member: Who, setting: Setting, { from, server }: { from?: string | undefined; server?: number } = {}) {
    this.member = member;
    this.setting = setting;
    this.#from = from;
    this.#server = server;
  }

  get isOver(): boolean {
    return this.setting.over.aborted;
  }

  async ask<Name extends OperationName>(operation: Name, input: Input = {}, idempotencyKey?: string): Promise<Told<Name>> {
    const { servers, history, agent, patienceMs, random } = this.setting;
    const server = this.#server ?? Math.floor(random() * servers.length);
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const { method, path, body } = requestFor(operation, this.member, input);
    const start = performance.now();
    const { status, text, saysWhen } = await exchange(servers[server]!, {
      ...{ agent, from: this.#from, method, path, headers, body, patienceMs },
      key: this.member.key,
    });
    const at = performance.now();
    const parsed = status ? (JSON.parse(text || '{}') as OutputOf<Name> & { code?: string }) : undefined;
    const why = status ? parsed!.code : text;
    history.attempts.push({ operation, server, at, ms: at - start, status, why, saysWhen });
    if (status === 200) return { body: parsed!, isUnclear: false };
    if (status && status !== 503 && status !== 429) return { isUnclear: false };
    await sleep(pauseMs * (1 + random()));
    return { isUnclear: true };
  }
}
