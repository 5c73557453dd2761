import type { LabelsOf, Named } from './table.ts';

/** What a gauge shows: its only value, or a value for each combination of labels. */
type Reading<Name extends Named<'gauge'>> =
  LabelsOf<Name> extends [] ? number : Iterable<readonly [value: number, labels: LabelsOf<Name>]>;

/** Where code records what it does. */
export interface Meter {
  /** Whether anything is recorded: code that would have to measure first asks. */
  readonly isOn: boolean;
  count<Name extends Named<'counter'>>(name: Name, ...labels: LabelsOf<Name>): void;
  observe<Name extends Named<'histogram'>>(name: Name, value: number, ...labels: LabelsOf<Name>): void;
  /** Calls `read` each time the metrics are read. */
  gauge<Name extends Named<'gauge'>>(name: Name, read: () => Reading<Name>): void;
}

/** Records nothing, at next to no cost. */
export const noMeter: Meter = { isOn: false, count() {}, observe() {}, gauge() {} };
