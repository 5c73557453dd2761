import { quantile, type Metric } from '../metric.ts';

const duration = 'http_server_request_duration_seconds';
const waits = 'le, http_route';

/** Requests and what is refused. */
export const requests = {
  [duration]: {
    kind: 'histogram',
    help: 'Time from the first byte of an HTTP request to the end of its answer; streams, requests that the client ended and requests for the metrics are not counted.',
    unit: 'seconds',
    labels: ['http_request_method', 'http_route', 'http_response_status_code', 'url_scheme'],
    // Few, because each route and status has all of them.
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
    panels: [
      {
        title: 'Requests by status',
        unit: 'reqps',
        queries: [
          { expr: `sum by (http_response_status_code) (rate(${duration}_count{}[5m]))`, legend: '{{http_response_status_code}}' },
        ],
      },
      {
        title: 'Requests by route',
        unit: 'reqps',
        queries: [{ expr: `topk(10, sum by (http_route) (rate(${duration}_count{}[5m])))`, legend: '{{http_route}}' }],
      },
      {
        title: 'Slowest routes (99th percentile; long polls include their waiting)',
        unit: 's',
        queries: [{ expr: `topk(10, ${quantile(0.99, duration, waits)})`, legend: '{{http_route}}' }],
      },
    ],
    alerts: [
      {
        name: 'ParleyErrors',
        expr: `sum(rate(${duration}_count{http_response_status_code=~"5.."}[5m])) / sum(rate(${duration}_count{}[5m])) > 0.01`,
        minutes: 5,
        severity: 'critical',
        summary: 'More than 1 % of the requests fail with a status from 500 on',
        action:
          'Read the log: each failed request has a line with its requestId. 503 means that the database cannot be reached or that a limit of the server is used up.',
      },
    ],
  },
  parley_refusals_total: {
    kind: 'counter',
    help: 'Calls of operations that were refused, over any transport, by the code of the error.',
    unit: 'calls',
    labels: ['code'],
    panels: [
      {
        title: 'Refused calls by code',
        unit: 'ops',
        queries: [{ expr: 'sum by (code) (rate(parley_refusals_total{}[5m]))', legend: '{{code}}' }],
      },
    ],
  },
  parley_limit_refusals_total: {
    kind: 'counter',
    help: 'Requests, connections and answers that a limit of the server refused, by the limit.',
    unit: 'refusals',
    labels: ['limit'],
    panels: [
      {
        title: 'Refusals by limit',
        unit: 'ops',
        queries: [{ expr: 'sum by (limit) (rate(parley_limit_refusals_total{}[5m]))', legend: '{{limit}}' }],
      },
    ],
    alerts: [
      {
        name: 'ParleyOverloaded',
        expr: 'sum by (limit) (rate(parley_limit_refusals_total{limit=~"streams|connections|calls|answers|disk"}[5m])) > 0.1',
        minutes: 5,
        severity: 'critical',
        summary: 'The server refuses clients because one of its own limits (label limit) is used up',
        action:
          'streams: raise PARLEY_MAX_STREAMS or add a process. connections: raise PARLEY_MAX_CONNECTIONS or add a process. calls: more is asked than the process or the database can do; look for the busiest clients, and add a process or a faster database. answers: clients read large answers slowly; add memory and a process. disk: free disk space.',
      },
    ],
  },
  parley_lock_conflicts_total: {
    kind: 'counter',
    help: 'Calls that were refused because another participant holds the edit lock, by operation.',
    unit: 'calls',
    labels: ['operation'],
    panels: [
      {
        title: 'Lock conflicts',
        unit: 'ops',
        queries: [{ expr: 'sum by (operation) (rate(parley_lock_conflicts_total{}[5m]))', legend: '{{operation}}' }],
      },
    ],
  },
  parley_open_connections: {
    kind: 'gauge',
    help: 'Open connections of clients.',
    unit: 'connections',
    panels: [
      {
        title: 'Connections',
        unit: 'short',
        queries: [
          { expr: 'parley_open_connections{}', legend: '{{instance}}' },
          { expr: 'max(parley_connections_limit{})', legend: 'limit' },
        ],
      },
    ],
    alerts: [
      {
        name: 'ParleyConnectionsNearLimit',
        expr: 'parley_open_connections{} / parley_connections_limit{} > 0.9',
        minutes: 5,
        severity: 'warning',
        summary: 'A process uses more than 90 % of its connections',
        action: 'Raise PARLEY_MAX_CONNECTIONS and the limit of open files, or add a process.',
      },
    ],
  },
  parley_connections_limit: { kind: 'gauge', across: 'max', help: 'PARLEY_MAX_CONNECTIONS.', unit: 'connections' },
} as const satisfies Record<string, Metric>;
