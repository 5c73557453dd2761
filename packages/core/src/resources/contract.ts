import type { z } from 'zod';
import { defaultLimits } from './limits.ts';
import { type Limits } from '../kernel/limits.ts';
import { all } from './all.ts';
import type { Merged } from './index.ts';

type All = typeof all;

export type Contract = Merged<ReturnType<All[keyof All]['operations']>>;
export type OperationName = keyof Contract;

/** Every operation, in the order of the specification, with the size limits of this deployment. */
export const contract = (limits: Limits = defaultLimits): Contract =>
  Object.assign({}, ...Object.values(all).map(({ operations }) => operations(limits))) as Contract;

/** What a caller sends, and what the operation receives once defaults are filled in. */
export type RequestOf<Name extends OperationName> = z.input<Contract[Name]['input']>;
export type InputOf<Name extends OperationName> = z.output<Contract[Name]['input']>;
export type OutputOf<Name extends OperationName> = z.output<Contract[Name]['output']>;
