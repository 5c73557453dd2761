import type { OperationName, OutputOf, RequestOf } from '@parley/core';
import type { Following } from '../events/follow.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { Json } from '../present/json.ts';
import type { Asking } from '../transport/asking.ts';
import type { AppRouter, Context, Reply } from './router.ts';

/** What a procedure answers, and what goes with it. */
export interface Called extends Reply {
  /** As the operation made it: `Json` and `Pieces` are not encoded again. */
  answer: unknown;
}

/** The one way to an operation for REST, MCP, A2A and pages. */
export interface Calls {
  /** A missing key is refused before anything else is looked at: what a transport checks itself comes after this. */
  assertKeyShown(name: OperationName, asking: Asking): void;
  /** Calls a procedure with what a client sent. Refusals are thrown as `ServiceError`. */
  call(name: OperationName, sent: unknown, asking: Asking): Promise<Called>;
  /** The same for callers that need the fields of the answer. */
  perform<Name extends OperationName>(name: Name, sent: RequestOf<Name>, asking: Asking): Promise<OutputOf<Name>>;
  /** Asks for permission to follow a space. */
  follow(sent: unknown, asking: Asking): Promise<Following>;
}

/** The fields of an answer. */
export const fieldsOf = <Name extends OperationName>({ answer }: Called): OutputOf<Name> =>
  (answer instanceof Json ? answer.toJSON() : answer) as OutputOf<Name>;

interface Steps {
  parse(sent: unknown): unknown;
  resolve(resolving: { ctx: Context; input: unknown }): Promise<unknown>;
}

/** A missing key is refused before the input is looked at. */
export function callsOf(router: AppRouter, pipeline: Pick<Pipeline, 'assertKeyShown'>): Calls {
  const procedures = new Map(
    Object.entries(router._def.procedures).map(([name, procedure]) => [name as OperationName, stepsOf(name, procedure)]),
  );

  async function call(name: OperationName, sent: unknown, asking: Asking): Promise<Called> {
    pipeline.assertKeyShown(name, asking);
    const { parse, resolve } = procedures.get(name)!;
    const called: Called = { answer: undefined };
    called.answer = await resolve({ ctx: { asking, reply: called }, input: parse(sent) });
    return called;
  }

  return {
    assertKeyShown: (name, asking) => pipeline.assertKeyShown(name, asking),
    call,
    perform: async (name, sent, asking) => fieldsOf<typeof name>(await call(name, sent, asking)),
    async follow(sent, asking) {
      return (await call('streamMessages', sent, asking)).answer as Following;
    },
  };
}

/** As tRPC keeps a procedure; its version is pinned. */
interface Definition {
  inputs: Steps['parse'][];
  middlewares: unknown[];
  resolver: Steps['resolve'];
}

/**
 * The parser and the resolver of a procedure. The library calls them through a chain of middlewares that costs more than both; that of
 * our procedures contains nothing else, and must not, because only tRPC clients would pass it.
 */
function stepsOf(name: string, procedure: object): Steps {
  const { inputs, middlewares, resolver } = (procedure as { _def: Definition })._def;
  const [parse] = inputs;
  if (!parse || !resolver || inputs.length > 1 || middlewares.length > 2) throw new Error(`${name} has a middleware`);
  return { parse, resolve: resolver };
}
