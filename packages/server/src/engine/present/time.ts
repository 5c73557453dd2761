import { dueTime, type Instant } from '@parley/core';

/** The format of instants in all answers and events. */
export const dateTime = (at: Instant): string => new Date(at).toISOString();

/** A field for the instant at which something runs out: absent if nothing does, or while the space is paused. */
export function dueField<Name extends string>(name: Name, at: Instant | undefined): { readonly [Field in Name]?: string } {
  const due = at === undefined ? undefined : dueTime(at);
  return due === undefined ? {} : ({ [name]: due } as { readonly [Field in Name]?: string });
}
