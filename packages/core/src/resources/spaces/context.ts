import { z } from 'zod';
import { type Operation } from '../../kernel/operation.ts';
import { contextBundle } from './views.ts';

const carrying = new WeakMap<Operation, boolean>();

/** Whether the answer contains the context bundle, whose lists `Prefer: return=minimal` leaves out. */
export function carriesContext(operation: Operation): boolean {
  let carries = carrying.get(operation);
  // Every request asks, so it is found out once.
  if (carries === undefined) carrying.set(operation, (carries = hasBundle(operation)));
  return carries;
}

const hasBundle = ({ output }: Operation): boolean =>
  output instanceof z.ZodObject && Object.entries(contextBundle.shape).every(([field, schema]) => output.shape[field] === schema);

/** Whether `Prefer: return=minimal` makes a difference. */
export const canBeMinimal = (operation: Operation): boolean => operation.leavesOut !== undefined || carriesContext(operation);
