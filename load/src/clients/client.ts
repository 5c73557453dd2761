import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName, OutputOf } from '@parley/core';
import { requestFor, type Caller, type Input } from '@parley/testing';
import type { History } from '../history/history.ts';
import { exchange, type Target } from './exchange.ts';

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
  /** The source address. */
  from?: string | undefined;
  /** The place of the server that is asked; any without it. */
  server?: number;
}

export interface Told<Name extends OperationName> {
  /** Of a success. */
  body?: OutputOf<Name>;
  /** Whether it is unknown what became of the request, or it can be sent again. */
  isUnclear: boolean;
}

/** A client that asks servers and records what it was told. */
export class Client<Who extends Caller = Caller> {
  readonly member: Who;
  readonly setting: Setting;

  constructor(member: Who, setting: Setting) {
    this.member = member;
    this.setting = setting;
  }

  get isOver(): boolean {
    return this.setting.over.aborted;
  }

  async ask<Name extends OperationName>(operation: Name, input: Input = {}, idempotencyKey?: string): Promise<Told<Name>> {
    const { servers, history, agent, patienceMs, random, from } = this.setting;
    const server = this.setting.server ?? Math.floor(random() * servers.length);
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const request = { ...requestFor(operation, this.member, input), key: this.member.key, headers };
    const start = performance.now();
    const { status, text, saysWhen } = await exchange(servers[server]!, { ...request, agent, from, patienceMs });
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
