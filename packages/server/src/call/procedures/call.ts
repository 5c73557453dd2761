import type { OperationName, OutputOf, RequestOf } from '@parley/core';
import type { Following } from '../../engine/stream/follow.ts';
import type { Pipeline } from '../pipeline.ts';
import type { Answered } from '../request.ts';
import { Json } from '../../engine/present/json.ts';
import type { Asking } from '../request-context.ts';
import type { Procedures } from './procedure.ts';

/** The one way to an operation for REST, MCP, A2A and pages. */
export interface Calls {
  /** A missing key is refused before anything else is looked at: what a transport checks itself comes after this. */
  assertKeyShown(name: OperationName, asking: Asking): void;
  /** Calls a procedure with what a client sent. Refusals are thrown as `ServiceError`. */
  call(name: OperationName, sent: unknown, asking: Asking): Promise<Answered>;
  /** The same for callers that need the fields of the answer. */
  perform<Name extends OperationName>(name: Name, sent: RequestOf<Name>, asking: Asking): Promise<OutputOf<Name>>;
  /** Asks for permission to follow a space. */
  follow(sent: unknown, asking: Asking): Promise<Following>;
}

/** The fields of an answer. */
export const fieldsOf = <Name extends OperationName>({ answer }: Answered): OutputOf<Name> =>
  (answer instanceof Json ? answer.toJSON() : answer) as OutputOf<Name>;

/** A missing key is refused before the input is looked at. */
export function callsOf(procedures: Procedures, pipeline: Pick<Pipeline, 'assertKeyShown'>): Calls {
  async function call(name: OperationName, sent: unknown, asking: Asking): Promise<Answered> {
    pipeline.assertKeyShown(name, asking);
    const { parse, run } = procedures[name];
    return run(parse(sent), asking);
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
