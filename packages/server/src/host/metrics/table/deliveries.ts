import type { Metric } from '../metric.ts';

const attempts = 'parley_outbox_attempts_total';

/** What waits for addressees, and what is sent to them. */
export const deliveries = {
  parley_oldest_queued_delivery_seconds: {
    kind: 'gauge',
    across: 'max',
    help: 'Age of the oldest queued delivery in an open space, of the whole database; 0 if none is queued, NaN if unknown.',
    unit: 'seconds',
    panels: [
      {
        title: 'Oldest queued delivery',
        unit: 's',
        queries: [{ expr: 'max(parley_oldest_queued_delivery_seconds{})', legend: 'age' }],
      },
    ],
  },
  [attempts]: {
    kind: 'counter',
    help: 'Requests to wake addresses by kind (webhook, a2a, webpush), and to those who subscribe to events over MCP (events), by outcome: accepted, failed, gone (the address exists no more), or delayed (a limit or a stop came first).',
    unit: 'requests',
    labels: ['kind', 'outcome'],
    panels: [
      {
        title: 'Requests to wake addresses',
        unit: 'ops',
        queries: [{ expr: `sum by (kind, outcome) (rate(${attempts}{}[5m]))`, legend: '{{kind}} {{outcome}}' }],
      },
    ],
    alerts: [
      {
        name: 'ParleyOutboxFails',
        expr: `sum by (kind) (rate(${attempts}{outcome="failed"}[15m])) / sum by (kind) (rate(${attempts}{outcome=~"accepted|failed"}[15m])) > 0.5`,
        minutes: 15,
        severity: 'warning',
        summary: 'More than half of the requests to wake addresses of one kind fail',
        action:
          'If all kinds fail, this server cannot reach the internet: check name resolution, the firewall and the proxy for outgoing requests. One kind alone is the fault of its receivers.',
      },
    ],
  },
} as const satisfies Record<string, Metric>;
