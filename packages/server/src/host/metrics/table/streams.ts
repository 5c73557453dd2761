import { quantile, type Metric } from '../metric.ts';

/** Who listens, and how soon they hear. */
export const streams = {
  parley_open_streams: {
    kind: 'gauge',
    help: 'Open streams by transport; poll are requests that wait for an event.',
    unit: 'streams',
    labels: ['transport'],
    panels: [
      {
        title: 'Open streams',
        unit: 'short',
        queries: [
          { expr: 'sum by (transport) (parley_open_streams{})', legend: '{{transport}}' },
          { expr: 'sum(parley_streams_limit{})', legend: 'limit' },
        ],
      },
    ],
    alerts: [
      {
        name: 'ParleyStreamsNearLimit',
        expr: 'sum by (instance) (parley_open_streams{}) / sum by (instance) (parley_streams_limit{}) > 0.9',
        minutes: 5,
        severity: 'warning',
        summary: 'A process uses more than 90 % of its streams',
        action: 'Raise PARLEY_MAX_STREAMS, or add a process behind the proxy.',
      },
    ],
  },
  parley_streams_limit: { kind: 'gauge', across: 'max', help: 'PARLEY_MAX_STREAMS.', unit: 'streams' },
  parley_followed_spaces: {
    kind: 'gauge',
    help: 'Spaces that somebody follows at this process.',
    unit: 'spaces',
    panels: [
      {
        title: 'Followed spaces',
        unit: 'short',
        queries: [{ expr: 'parley_followed_spaces{}', legend: '{{instance}}' }],
      },
    ],
  },
  parley_feed_lag_seconds: {
    kind: 'histogram',
    help: 'Time from the timestamp of an event to its delivery to those who follow its space here.',
    unit: 'seconds',
    buckets: [0.005, 0.01, 0.025, 0.1, 0.5, 1, 2.5, 10],
    panels: [
      {
        title: 'Feed lag',
        unit: 's',
        queries: [
          { expr: quantile(0.5, 'parley_feed_lag_seconds'), legend: 'median' },
          { expr: quantile(0.99, 'parley_feed_lag_seconds'), legend: '99th percentile' },
        ],
      },
    ],
    alerts: [
      {
        name: 'ParleyFeedLags',
        expr: `${quantile(0.99, 'parley_feed_lag_seconds')} > 2`,
        minutes: 10,
        severity: 'warning',
        summary: 'Events reach those who follow a space with more than two seconds delay',
        action:
          'About one second means that notifications are lost: check Redis, or the connection for notifications. More means that the process or the database is overloaded, or that the clocks of the hosts differ.',
      },
    ],
  },
} as const satisfies Record<string, Metric>;
