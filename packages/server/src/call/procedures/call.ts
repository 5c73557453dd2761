import type { OperationName, OutputOf, RequestOf } from '@parley/core';
import type { Following } from '../../engine/stream/follow.ts';
import type { Pipeline } from '../pipeline.ts';
import type { Answered } from '../request.ts';
import { Json } from '../../engine/present/json.ts';
import type { CallMetadata } from '../metadata.ts';
import type { Procedures } from './procedure.ts';

/** The one way to an operation for REST, MCP, A2A and pages. */
export interface Calls {
  /** A missing key is refused before anything else is looked at: what a transport checks itself comes after this. */
  assertKeyShown(name: OperationName, metadata: CallMetadata): void;
  /** Calls a procedure with what a client sent. Refusals are thrown as `ServiceError`. */
  call(name: OperationName, sent: unknown, metadata: CallMetadata): Promise<Answered>;
  /** The same for callers that need the fields of the answer. */
  perform<Name extends OperationName>(name: Name, sent: RequestOf<Name>, metadata: CallMetadata): Promise<OutputOf<Name>>;
  /** Asks for permission to follow a space. */
  follow(sent: unknown, metadata: CallMetadata): Promise<Following>;
}

/** The fields of an answer. */
export const fieldsOf = <Name extends OperationName>({ answer }: Answered): OutputOf<Name> =>
  (answer instanceof Json ? answer.toJSON() : answer) as OutputOf<Name>;

/** A missing key is refused before the input is looked at. */
export function callsOf(procedures: Procedures, pipeline: Pick<Pipeline, 'assertKeyShown'>): Calls {
  async function call(name: OperationName, sent: unknown, metadata: CallMetadata): Promise<Answered> {
    pipeline.assertKeyShown(name, metadata);
    const { parse, run } = procedures[name];
    return run(parse(sent), metadata);
  }

  return {
    assertKeyShown: (name, metadata) => pipeline.assertKeyShown(name, metadata),
    call,
    perform: async (name, sent, metadata) => fieldsOf<typeof name>(await call(name, sent, metadata)),
    async follow(sent, metadata) {
      return (await call('streamMessages', sent, metadata)).answer as Following;
    },
  };
}
