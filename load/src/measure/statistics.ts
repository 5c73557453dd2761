import type { RecordableHistogram } from 'node:perf_hooks';

/** Between two values it is interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below === above ? (below ?? Number.NaN) : below! + (above! - below!) * (place % 1);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export interface Quantiles {
  p50Ms: number;
  p99Ms: number;
  worstMs: number;
}

/** Records a time: histograms are of whole microseconds, from 1. */
export const take = (times: RecordableHistogram, ms: number): void => times.record(Math.max(1, Math.round(ms * 1_000)));

export const quantilesOf = (times: RecordableHistogram): Quantiles => ({
  p50Ms: times.percentile(50) / 1_000,
  p99Ms: times.percentile(99) / 1_000,
  worstMs: times.percentile(100) / 1_000,
});
