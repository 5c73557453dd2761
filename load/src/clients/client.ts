import type { OperationName, OutputOf } from '@parley/core';
import type { Caller, Input } from '@parley/testing';
import type { History } from '../history/history.ts';

export interface Told<Name extends OperationName> {
  /** Of a success. */
  body?: OutputOf<Name>;
  /** Whether it is unknown what became of the request, or it can be sent again. */
  isUnclear: boolean;
}

/** A client that asks servers and records what it was told. */
export interface Client<Who extends Caller = Caller> {
  member: Who;
  history: History;
  /** Aborted when its work is over. */
  over: AbortSignal;
  ask<Name extends OperationName>(operation: Name, input?: Input, idempotencyKey?: string): Promise<Told<Name>>;
}
