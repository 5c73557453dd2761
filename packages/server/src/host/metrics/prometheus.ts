import type { Counter, Gauge, Histogram } from 'prom-client';
import type { WorkerGroup } from '../group/member.ts';
import type { Meter } from '../../engine/observe/meter.ts';
import type { Metric } from './metric.ts';
import { ofLibrary, own } from './table.ts';

/** A meter, and what it has recorded in the text format of Prometheus. */
export interface Prometheus {
  readonly meter: Meter;
  readonly contentType: string;
  text(): Promise<string>;
}

type ReadGauge = () => number | Iterable<readonly [value: number, labels: readonly string[]]>;

/** Loads prom-client, which nothing else does: a server without metrics does not pay for it. A worker shows the metrics of its group. */
export async function openPrometheus(group?: Pick<WorkerGroup, 'metrics' | 'measures'>): Promise<Prometheus> {
  const { default: client } = await import('prom-client');
  const registry = new client.Registry();
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const reads = new Map<string, ReadGauge>();

  function open(name: string, { kind, help, labels: labelNames = [], buckets = [], across }: Metric): void {
    const options = { name, help, labelNames, registers: [registry] };
    if (kind === 'counter') counters.set(name, new client.Counter(options));
    else if (kind === 'histogram') histograms.set(name, new client.Histogram({ ...options, buckets: [...buckets] }));
    else
      registry.registerMetric(
        new client.Gauge({ ...options, registers: [], aggregator: across ?? 'sum', collect: collected(name) }),
      );
  }

  function collected(name: string) {
    return function collect(this: Gauge): void {
      const reading = reads.get(name)?.();
      this.reset();
      if (typeof reading === 'number') this.set(reading);
      else for (const [value, labels] of reading ?? []) this.labels(...labels).set(value);
    };
  }

  for (const [name, metric] of Object.entries<Metric>(own)) open(name, metric);
  client.collectDefaultMetrics({ register: registry });
  // Some of the others cost as much as there are connections.
  for (const { name } of registry.getMetricsAsArray())
    if (!Object.hasOwn(own, name) && !Object.hasOwn(ofLibrary, name)) registry.removeSingleMetric(name);

  const meter: Meter = {
    isOn: true,
    count: (name, ...labels) =>
      counters
        .get(name)!
        .labels(...labels)
        .inc(),
    observe: (name, value, ...labels) =>
      histograms
        .get(name)!
        .labels(...labels)
        .observe(value),
    gauge: (name, read) => void reads.set(name, read),
  };
  group?.measures(() => registry.getMetricsAsJSON());
  const read = () => (group ? group.metrics() : registry.metrics());
  let reading: Promise<string> | undefined;
  return {
    meter,
    contentType: registry.contentType,
    // Whoever asks meanwhile gets the same text.
    text: () => (reading ??= read().finally(() => (reading = undefined))),
  };
}
