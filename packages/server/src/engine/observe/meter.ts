/** The metrics that code can record, by name: their kind and their labels. The table of metrics adds its own. */
export interface Metrics {}

/** The names of all metrics of one kind. */
export type Named<Kind extends 'counter' | 'histogram' | 'gauge'> = {
  [Name in keyof Metrics]: Metrics[Name] extends { kind: Kind } ? Name : never;
}[keyof Metrics];

/** A value for each label of a metric. */
export type LabelsOf<Name extends keyof Metrics> = Metrics[Name] extends { labels: infer Labels extends readonly string[] }
  ? { [Label in keyof Labels]: string }
  : [];

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
