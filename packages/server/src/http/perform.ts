import { readInput, type InputOf, type OperationName, type OutputOf, type RequestOf } from '@parley/core';
import type { Parley } from '../parley.ts';
import { Json } from '../present/json.ts';
import type { Asking } from '../transport/asking.ts';

/** Runs an operation for a page, with the same checks as for every other caller. */
export async function perform<Name extends OperationName>(
  { contract, pipeline }: Pick<Parley, 'contract' | 'pipeline'>,
  name: Name,
  request: RequestOf<Name>,
  asking: Asking,
): Promise<OutputOf<Name>> {
  const input = readInput(contract[name], request) as InputOf<Name>;
  const { answer } = await pipeline.run(name, input, asking);
  return (answer instanceof Json ? answer.toJSON() : answer) as OutputOf<Name>;
}
