import type { Surface } from '../backend.ts';
import { operationTool, type ParleyTool } from '../tool.ts';

/** `catchUp`, always as fields: a model reads them as it reads all answers, and an untrusted server cannot write the text. */
export function catchUp({ contract, addressing }: Surface): ParleyTool {
  const { call, ...drawn } = operationTool('catchUp', contract.catchUp, addressing);
  return { ...drawn, call: (backend, args, signal, progress) => call(backend, { ...args, format: 'json' }, signal, progress) };
}
