import type { z } from 'zod';
import { defaultLimits, type Limits } from '../limits.ts';
import { exported, type Exported, type Merged } from './nouns.ts';

type Declared = (limits: Limits) => Record<string, object>;
type Operations<Each> = Each extends (limits: Limits) => infer Some ? Some : never;

export type Contract = Merged<Operations<Exported<'operations'>>>;
export type OperationName = keyof Contract;

/** Every operation, in the order of the specification, with the size limits of this deployment. */
export const contract = (limits: Limits = defaultLimits): Contract =>
  Object.assign({}, ...exported('operations').map((operations: Declared) => operations(limits))) as Contract;

/** What a caller sends, and what the operation receives once defaults are filled in. */
export type RequestOf<Name extends OperationName> = z.input<Contract[Name]['input']>;
export type InputOf<Name extends OperationName> = z.output<Contract[Name]['input']>;
export type OutputOf<Name extends OperationName> = z.output<Contract[Name]['output']>;
