import {
  readRequest,
  ServiceError,
  type Contract,
  type InputOf,
  type Operation,
  type OperationName,
  type OutputOf,
  type RequestOf,
} from '@parley/core';
import type { Following } from '../../engine/stream/follow.ts';
import { operations } from '../../resources/index.ts';
import type { Pipeline } from '../pipeline.ts';
import type { Answered } from '../request.ts';
import { Download, notCarried } from '../../engine/present/download.ts';
import { Json, Pieces } from '../../engine/present/json.ts';
import type { CallMetadata } from '../metadata.ts';
import type { Watch } from './instrumentation.ts';

/** The two steps of each call. They are those of the tRPC procedure; other surfaces call them without its chain of middlewares. */
export interface Procedure {
  /** The input of the operation. Throws 400 with each field that is wrong. */
  parse(sent: unknown): InputOf<OperationName>;
  run(input: InputOf<OperationName>, metadata: CallMetadata): Promise<Answered>;
}

export type Procedures = Readonly<Record<OperationName, Procedure>>;

/** One procedure per operation: the one way in. */
export function proceduresOf(contract: Contract, pipeline: Pick<Pipeline, 'run'>, watch?: Watch): Procedures {
  const names = Object.keys(operations) as OperationName[];
  return Object.fromEntries(names.map((name) => [name, procedureOf(name, contract[name], pipeline, watch)])) as Procedures;
}

function procedureOf(name: OperationName, operation: Operation, pipeline: Pick<Pipeline, 'run'>, watch?: Watch): Procedure {
  const parse = (sent: unknown = {}) => readRequest(operation, sent) as InputOf<OperationName>;
  return {
    parse: watch ? watched(parse, (refusal) => watch.refused(name, refusal)) : parse,
    run(input, metadata) {
      const running = watch
        ? watch.run(name, metadata, (traced) => pipeline.run(name, input, traced))
        : pipeline.run(name, input, metadata);
      return metadata.hold ? asWhole(running, metadata.hold) : running;
    },
  };
}

/** A function that tells what it throws. */
function watched<Input, Output>(work: (input: Input) => Output, thrown: (error: unknown) => void): (input: Input) => Output {
  return (input) => {
    try {
      return work(input);
    } catch (error) {
      thrown(error);
      throw error;
    }
  };
}

const mostAsWhole = 4 * 1024 * 1024;

/** For transports that cannot stream an answer. */
async function asWhole(running: Promise<Answered>, hold: (bytes: number) => void): Promise<Answered> {
  const answered = await running;
  const { answer } = answered;
  if (answer instanceof Download) {
    answer.release();
    throw notCarried();
  }
  hold(bytesOf(answer));
  return answer instanceof Pieces ? { ...answered, answer: await answer.whole() } : answered;
}

function bytesOf(answer: unknown): number {
  if (answer instanceof Json) return answer.text.length;
  if (!(answer instanceof Pieces)) return String((answer as { content?: unknown } | undefined)?.content ?? '').length;
  const { bytes: actual } = answer;
  if (actual <= mostAsWhole) return actual;
  const message = `This list has about ${actual} bytes, but tRPC supports at most ${mostAsWhole}: read its entries one by one, or use REST`;
  throw new ServiceError('invalid_request', message, { issues: [{ field: '', message, limit: mostAsWhole, actual }] });
}

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
