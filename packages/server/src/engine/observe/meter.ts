/**
 * The metrics that code can record, by name: their kind and their labels. The table of metrics adds its own.
 * @public
 */
export interface Metrics {}

/** The names of all metrics of one kind. */
type MetricNamed<Kind extends 'counter' | 'histogram' | 'gauge'> = {
  [Name in keyof Metrics]: Metrics[Name] extends { kind: Kind } ? Name : never;
}[keyof Metrics];

/** A value for each label of a metric. */
type LabelsOf<Name extends keyof Metrics> = Metrics[Name] extends { labels: infer Labels extends readonly string[] }
  ? { [Label in keyof Labels]: string }
  : [];

/** What a gauge shows: its only value, or a value for each combination of labels. */
type GaugeReading<Name extends MetricNamed<'gauge'>> =
  LabelsOf<Name> extends [] ? number : Iterable<readonly [value: number, labels: LabelsOf<Name>]>;

/** The names of the gauges that show one value. */
export type UnlabelledGauge = {
  [Name in MetricNamed<'gauge'>]: LabelsOf<Name> extends [] ? Name : never;
}[MetricNamed<'gauge'>];

/** Where code records what it does. */
export interface Meter {
  /** Whether anything is recorded: code that would have to measure first asks. */
  readonly isOn: boolean;
  count<Name extends MetricNamed<'counter'>>(name: Name, ...labels: LabelsOf<Name>): void;
  observe<Name extends MetricNamed<'histogram'>>(name: Name, value: number, ...labels: LabelsOf<Name>): void;
  /** Calls `read` each time the metrics are read. */
  gauge<Name extends MetricNamed<'gauge'>>(name: Name, read: () => GaugeReading<Name>): void;
}

/** Records nothing, at next to no cost. */
export const noMeter: Meter = { isOn: false, count() {}, observe() {}, gauge() {} };
