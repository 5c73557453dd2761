import { ServiceError, type OperationName, type OutputOf, type RequestOf } from '@parley/core';
import { operations } from '../../resources/index.ts';
import type { Parley } from '../../parley.ts';
import { fieldsOf } from '../../call/procedures/procedure.ts';
import type { CallMetadata } from '../../call/metadata.ts';

type Service = Pick<Parley, 'contract' | 'call' | 'perform' | 'follow' | 'pipeline' | 'source' | 'destinations' | 'mint'>;

/** One request of an A2A client, and the service that answers it. */
export interface A2aCall {
  service: Service;
  metadata: CallMetadata;
  reply: { replayed?: boolean | undefined };
  /** The header `Last-Event-ID`: where to resume, for clients that cannot send `metadata.after`. */
  lastEventId?: string | undefined;
}

const isServed = (name: string): name is OperationName => Object.hasOwn(operations, name);

/** The operation with this name. */
export function operationNamed(name: string): OperationName {
  if (isServed(name)) return name;
  throw new ServiceError('invalid_request', `There is no operation ${JSON.stringify(name.slice(0, 60))}; /docs/api.md lists all`);
}

/** Calls an operation, and notes whether its answer is that of an earlier try. */
export async function perform<Name extends OperationName>(
  name: Name,
  input: RequestOf<Name>,
  { service, metadata, reply }: A2aCall,
): Promise<OutputOf<Name>> {
  const called = await service.call(name, input, metadata);
  reply.replayed = called.replayed;
  return fieldsOf<Name>(called);
}

/** The same request with other credentials, key or preferences. */
export const withMetadata = (call: A2aCall, other: Partial<CallMetadata>): A2aCall => ({
  ...call,
  metadata: { ...call.metadata, ...other },
});

/** Reads something besides the answer itself. */
export const lookUp = <Name extends OperationName>(
  name: Name,
  input: RequestOf<Name>,
  { service, metadata }: A2aCall,
): Promise<OutputOf<Name>> => service.perform(name, input, { ...metadata, prefersMinimal: true });
