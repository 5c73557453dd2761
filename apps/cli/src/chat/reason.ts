import { Failure } from '../failure.ts';

/** Why something failed and, for an error of the command itself, what to do next. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return error instanceof Failure && error.hint ? `${text} (${error.hint})` : text;
}
