import { quantile, type Metric } from '../metric.ts';

/** What happens between a decision and its place in the database. */
export const writes = {
  parley_commit_wait_seconds: {
    kind: 'histogram',
    help: 'How long a write waited until its batch was sent to the database.',
    unit: 'seconds',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10],
    panels: [
      {
        title: 'A write waits for its batch',
        unit: 's',
        queries: [
          { expr: quantile(0.5, 'parley_commit_wait_seconds'), legend: 'median' },
          { expr: quantile(0.99, 'parley_commit_wait_seconds'), legend: '99th percentile' },
        ],
      },
    ],
    alerts: [
      {
        name: 'ParleyWritesWait',
        expr: `${quantile(0.99, 'parley_commit_wait_seconds')} > 1`,
        minutes: 10,
        severity: 'warning',
        summary: 'One write in a hundred waits longer than a second for its batch',
        action: 'The database is slow or far away: compare parley_commit_duration_seconds, and look at its disk and its locks.',
      },
    ],
  },
  parley_commit_duration_seconds: {
    kind: 'histogram',
    help: 'How long the database took to store a batch.',
    unit: 'seconds',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10],
    panels: [
      {
        title: 'The database stores a batch',
        unit: 's',
        queries: [
          { expr: quantile(0.5, 'parley_commit_duration_seconds'), legend: 'median' },
          { expr: quantile(0.99, 'parley_commit_duration_seconds'), legend: '99th percentile' },
        ],
      },
    ],
  },
  parley_commit_batch_writes: {
    kind: 'histogram',
    help: 'Writes that were stored in one batch.',
    unit: 'writes',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    panels: [
      {
        title: 'Writes',
        unit: 'ops',
        queries: [{ expr: 'sum by (instance) (rate(parley_commit_batch_writes_sum{}[5m]))', legend: '{{instance}}' }],
      },
      {
        title: 'Writes in a batch',
        unit: 'short',
        queries: [
          { expr: quantile(0.5, 'parley_commit_batch_writes'), legend: 'median' },
          { expr: quantile(0.99, 'parley_commit_batch_writes'), legend: '99th percentile' },
        ],
      },
    ],
  },
  parley_commit_failures_total: {
    kind: 'counter',
    help: 'Batches that the database did not store; their writes were refused.',
    unit: 'batches',
    panels: [
      {
        title: 'Failed and repeated commits',
        unit: 'ops',
        queries: [
          { expr: 'sum(rate(parley_commit_failures_total{}[5m]))', legend: 'failed' },
          { expr: 'sum(rate(parley_refenced_commits_total{}[5m]))', legend: 'refenced' },
        ],
      },
    ],
    alerts: [
      {
        name: 'ParleyCommitsFail',
        expr: 'sum(rate(parley_commit_failures_total{}[5m])) > 0',
        minutes: 2,
        severity: 'critical',
        summary: 'The database does not store what it is sent',
        action:
          'Check that the database runs, accepts connections and has disk space. Nothing that was acknowledged is lost; clients get 503 and try again.',
      },
    ],
  },
  parley_refenced_commits_total: {
    kind: 'counter',
    help: 'Turns of a space that were decided again because another process had changed the space first (lost races).',
    unit: 'turns',
  },
  parley_waiting_writes: {
    kind: 'gauge',
    help: 'Writes that wait for their batch now.',
    unit: 'writes',
    panels: [
      {
        title: 'Waiting writes',
        unit: 'short',
        queries: [{ expr: 'parley_waiting_writes{}', legend: '{{instance}}' }],
      },
    ],
  },
  parley_redactions_total: {
    kind: 'counter',
    help: 'Redactions that were stored: of a message, of another text, or of a batch of old messages (retention).',
    unit: 'redactions',
    labels: ['what'],
    panels: [
      {
        title: 'Redactions per hour',
        unit: 'short',
        queries: [{ expr: 'sum by (what) (increase(parley_redactions_total{}[1h]))', legend: '{{what}}' }],
      },
    ],
  },
  parley_snapshot_reads_total: {
    kind: 'counter',
    help: 'How often the state of a space was found in memory (hit) or read from the database (miss).',
    unit: 'reads',
    labels: ['result'],
    panels: [
      {
        title: 'States found in memory',
        unit: 'percentunit',
        queries: [
          {
            expr: 'sum(rate(parley_snapshot_reads_total{result="hit"}[5m])) / sum(rate(parley_snapshot_reads_total{}[5m]))',
            legend: 'hits',
          },
        ],
      },
    ],
  },
} as const satisfies Record<string, Metric>;
