import type { ErrorDetails, ParleyError } from '../errors.ts';
import { refusals as artifacts } from './artifacts/errors.ts';
import { refusals as proposals } from './artifacts/proposals/errors.ts';
import { refusals as decisions } from './decisions/errors.ts';
import { refusals as tasks } from './tasks/errors.ts';

type RefusalClass = new (message: string, details: ErrorDetails) => ParleyError;

/** The errors of all resources, by the codes and statuses of refusals. */
export const refusals: Readonly<Record<string, RefusalClass>> = { ...artifacts, ...proposals, ...tasks, ...decisions };
