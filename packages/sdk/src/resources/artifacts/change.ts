import { assertOptions, callOptions, type Shape } from '../../arguments.ts';
import type { WriteOptions } from './options.ts';
import { patience, type Patience } from './patience.ts';
import type { SectionChange } from '../../types.ts';
import type { TextEdit } from './types.ts';

interface Changes {
  /** The whole new text. */
  content: string;
  /** Up to 100 replacements, applied together: each `old` must occur exactly once in the present text. */
  edits: TextEdit[];
  /** What to add at the end, after a line break if one is missing. */
  append: string;
  /** What to put below a heading, up to the next one of the same or a higher level. */
  section: SectionChange;
}

/**
 * A change that the service applies to the present text of an artifact: exactly one of `content`, `edits`, `append` and `section`.
 * @see docs/sdk.md#artifacts
 */
export type Change = {
  [Name in keyof Changes]: Pick<Changes, Name> & { [Other in Exclude<keyof Changes, Name>]?: undefined };
}[keyof Changes];

/**
 * What a change is based on, and how long it waits for the lock. `lock` is `auto` by default; with `held` or `orPropose` it does not wait.
 * @see docs/sdk.md#artifacts
 */
export interface ChangeOptions extends WriteOptions, Patience {}

const shape: Shape = { content: 'string?', edits: 'array?', append: 'string?', section: 'object?' };

/** Refuses what is not exactly one change, before anything is sent. */
export function assertChange(change: Change): void {
  assertOptions(shape, change, 'change');
  for (const edit of change.edits ?? []) assertOptions({ old: 'string', new: 'string' }, edit, 'edit');
  if (change.section) assertOptions({ heading: 'string', content: 'string', mode: 'string?' }, change.section, 'section');
  const given = Object.keys(shape).filter((name) => change[name as keyof Changes] !== undefined);
  if (given.length !== 1) throw new TypeError('change must have exactly one of content, edits, append and section');
}

/** Refuses wrong options of a change, before anything is sent. */
export const assertChangeOptions = (options: ChangeOptions): void =>
  assertOptions(
    { ...callOptions, ...patience, baseVersion: 'integer?', lock: 'string?', note: 'string?', orPropose: 'boolean?' },
    options,
  );
