/** What one metric is, how the dashboard shows it, and when somebody must look. */
export interface Metric {
  kind: 'counter' | 'gauge' | 'histogram';
  /** One sentence, which Prometheus shows too. */
  help: string;
  unit: string;
  /** Names of labels. Their values come from lists in the code, never from clients. */
  labels?: readonly string[];
  /** How the values of workers on one machine become one; if absent, they are added. */
  across?: 'max';
  /** The upper bounds of the buckets of a histogram. */
  buckets?: readonly number[];
  panels?: readonly Panel[];
  alerts?: readonly Alert[];
}

/** A graph of the dashboard. */
export interface Panel {
  title: string;
  unit: 'short' | 's' | 'bytes' | 'percentunit' | 'reqps' | 'ops';
  queries: readonly { expr: string; legend: string }[];
}

/** In expressions, each selector has braces, even empty ones, so that the dashboard can add what is selected there. */
export interface Alert {
  name: string;
  expr: string;
  /** How long it holds before it fires. */
  minutes: number;
  severity: 'critical' | 'warning';
  summary: string;
  /** What to do. */
  action: string;
}

/** The value of a histogram that a share of its observations does not exceed. */
export const quantile = (share: number, name: string, by = 'le'): string =>
  `histogram_quantile(${share}, sum by (${by}) (rate(${name}_bucket{}[5m])))`;
