import type { Metric } from './metric.ts';
import { deliveries } from './table/deliveries.ts';
import { process } from './table/process.ts';
import { requests } from './table/requests.ts';
import { resources } from './table/resources.ts';
import { streams } from './table/streams.ts';
import { writes } from './table/writes.ts';

/** What this server measures itself. */
export const own = { ...requests, ...writes, ...streams, ...deliveries, ...resources } as const;

/** What prom-client measures. */
export const ofLibrary = process;

/** All metrics, in the sections of the dashboard: `/metrics`, the guide, the dashboard and the alert rules are drawn from it. */
export const sections: readonly { title: string; metrics: Readonly<Record<string, Metric>> }[] = [
  { title: 'Requests', metrics: requests },
  { title: 'Writes', metrics: writes },
  { title: 'Streams', metrics: streams },
  { title: 'Deliveries', metrics: deliveries },
  { title: 'Database and background tasks', metrics: resources },
  { title: 'Process', metrics: process },
];

type Own = typeof own;

/** The names of all metrics of one kind. */
export type Named<Kind extends Metric['kind']> = {
  [Name in keyof Own]: Own[Name] extends { kind: Kind } ? Name : never;
}[keyof Own];

/** A value for each label of a metric. */
export type LabelsOf<Name extends keyof Own> = Own[Name] extends { labels: infer Labels extends readonly string[] }
  ? { [Label in keyof Labels]: string }
  : [];
