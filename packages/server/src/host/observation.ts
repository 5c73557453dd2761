import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { WorkerGroup } from './group/member.ts';
import { noMeter, type Meter } from '../engine/observe/meter.ts';
import { openPrometheus, type Prometheus } from './metrics/prometheus.ts';
import { watchWith, type Watch } from '../call/procedures/instrumentation.ts';
import { openTraces } from './traces/open.ts';
import type { Tracer } from '../engine/observe/tracer.ts';

/** What the settings want to be known about this process. */
export interface Observation {
  prometheus?: Prometheus | undefined;
  meter: Meter;
  tracer?: Tracer | undefined;
  watch?: Watch | undefined;
}

export async function openObservation(config: Config, log: Logger, group?: WorkerGroup): Promise<Observation> {
  const { PARLEY_METRICS_TOKEN: token, PARLEY_METRICS_PORT: port, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  const prometheus = token === undefined && port === undefined ? undefined : await openPrometheus(group);
  const meter = prometheus?.meter ?? noMeter;
  const failed = (err: unknown) => log.warn({ err }, 'traces could not be sent');
  const tracer = endpoint === undefined ? undefined : await openTraces({ endpoint, failed });
  return { prometheus, meter, tracer, watch: watchWith(meter, tracer) };
}
