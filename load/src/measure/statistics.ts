/** Runs every variant once per round, one after the other, so that disturbances of the machine affect all alike. */
export async function alternate<Way extends string, Result>(
  rounds: number,
  ways: Readonly<Record<Way, () => Promise<Result>>>,
): Promise<Record<Way, Result[]>> {
  const names = Object.keys(ways) as Way[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Way, Result[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await ways[name]());
  }
  return results;
}

/** Between two values it is interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below === undefined || above === undefined ? Number.NaN : below + (above - below) * (place % 1);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The smallest value that the given percentage of all values does not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Infinity;
}
