/** Between two values it is interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below === above ? (below ?? Number.NaN) : below! + (above! - below!) * (place % 1);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
