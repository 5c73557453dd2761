import type { Metric } from './metric.ts';
import { decisions } from './table/decisions.ts';
import { deliveries } from './table/deliveries.ts';
import { process } from './table/process.ts';
import { requests } from './table/requests.ts';
import { resources } from './table/resources.ts';
import { streams } from './table/streams.ts';
import { writes } from './table/writes.ts';

/** What this server measures itself. */
export const own = { ...requests, ...writes, ...streams, ...deliveries, ...decisions, ...resources } as const;

/** What prom-client measures. */
export const ofLibrary = process;

/** All metrics, in the sections of the dashboard: `/metrics`, the guide, the dashboard and the alert rules are drawn from it. */
export const sections: readonly { title: string; metrics: Readonly<Record<string, Metric>> }[] = [
  { title: 'Requests', metrics: requests },
  { title: 'Writes', metrics: writes },
  { title: 'Streams', metrics: streams },
  { title: 'Deliveries', metrics: deliveries },
  { title: 'Decisions', metrics: decisions },
  { title: 'Database and background tasks', metrics: resources },
  { title: 'Process', metrics: process },
];

type OwnMetrics = typeof own;

declare module '../../engine/observe/meter.ts' {
  interface Metrics extends OwnMetrics {}
}
