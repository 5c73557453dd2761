import type { Registry } from 'prom-client';
import type { WorkerMeasures } from '../group/messages.ts';

type MetricSums = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/**
 * Adds up what several processes have measured, each gauge as the table says. What a process that is gone has counted stays in the sum:
 * a counter that went back would look like a new start.
 */
export class Sum {
  readonly #latest = new Map<number, MetricSums>();
  readonly #departed: MetricSums[] = [];

  note(worker: number, measured: WorkerMeasures): void {
    this.#latest.set(worker, measured.map(withoutNulls) as unknown as MetricSums);
  }

  gone(worker: number): void {
    const last = this.#latest.get(worker);
    this.#latest.delete(worker);
    if (last) this.#departed.push(last.filter(({ type }) => ['counter', 'histogram'].includes(String(type))));
  }

  /** Only one at a time. */
  async text(): Promise<string> {
    const departed = [...this.#departed];
    if (departed.length > 1) {
      const merged = await (await aggregate(departed)).getMetricsAsJSON();
      this.#departed.splice(0, departed.length, merged);
    }
    return (await aggregate([...this.#latest.values(), ...this.#departed])).metrics();
  }
}

const aggregate = async (all: MetricSums[]): Promise<Registry> =>
  (await import('prom-client')).default.AggregatorRegistry.aggregate(all);

/** JSON has no NaN: what is unknown arrives as null. */
const withoutNulls = ({ values, ...metric }: WorkerMeasures[number]) => ({
  ...metric,
  values: values.map((each) => ({ ...each, value: each.value ?? Number.NaN })),
});
