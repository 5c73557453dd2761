import type { Surface } from '../../addressing.ts';
import { operationTool, type ParleyTool } from '../../tool.ts';

/** `catchUp`, always as fields: a model reads them as it reads all answers, and an untrusted server cannot write the text. */
export function catchUp({ contract, addressing }: Surface): ParleyTool {
  const { call, ...generated } = operationTool('catchUp', contract.catchUp, addressing);
  return {
    ...generated,
    call: (backend, args, signal, progress) => call(backend, { ...args, format: 'json' }, signal, progress),
  };
}
