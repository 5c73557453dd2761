import type { Metric } from '../metric.ts';

/** What a process and its database use. */
export const resources = {
  parley_build_info: {
    kind: 'gauge',
    across: 'max',
    help: 'Always 1; the label is the version of the server.',
    unit: '',
    labels: ['version'],
    panels: [
      {
        title: 'Processes by version',
        unit: 'short',
        queries: [{ expr: 'count by (version) (parley_build_info{})', legend: '{{version}}' }],
      },
    ],
    alerts: [
      {
        name: 'ParleyDown',
        expr: 'up{job="parley"} == 0',
        minutes: 2,
        severity: 'critical',
        summary: 'A process does not answer Prometheus',
        action:
          'Check whether the process runs and what its log says last. If it runs, check PARLEY_METRICS_TOKEN or the address of PARLEY_METRICS_PORT.',
      },
    ],
  },
  parley_database_statements: {
    kind: 'gauge',
    help: 'Statements that are sent to the database or wait for a connection now, by the pool of connections.',
    unit: 'statements',
    labels: ['pool'],
    panels: [
      {
        title: 'Statements per connection of a pool (above 1 they wait)',
        unit: 'percentunit',
        queries: [
          {
            expr: 'max by (pool) (parley_database_statements{} / parley_database_connections{})',
            legend: '{{pool}}',
          },
        ],
      },
    ],
    alerts: [
      {
        name: 'ParleyPoolExhausted',
        expr: 'parley_database_statements{pool!="embedded"} > parley_database_connections{pool!="embedded"}',
        minutes: 5,
        severity: 'warning',
        summary: 'Statements wait for a connection of one pool all the time',
        action: 'The database answers slowly, or one process is asked too much: look for slow statements, and add a process.',
      },
    ],
  },
  parley_database_connections: {
    kind: 'gauge',
    help: 'How many connections a pool can have.',
    unit: 'connections',
    labels: ['pool'],
  },
  parley_storage_bytes: {
    kind: 'gauge',
    across: 'max',
    help: 'Size of the whole database; NaN if unknown.',
    unit: 'bytes',
    panels: [
      { title: 'Size of the database', unit: 'bytes', queries: [{ expr: 'max(parley_storage_bytes{})', legend: 'database' }] },
    ],
  },
  parley_storage_full: {
    kind: 'gauge',
    across: 'max',
    help: '1 while writes are refused because the disk of the embedded database has less than PARLEY_MIN_FREE_DISK, otherwise 0.',
    unit: '',
    alerts: [
      {
        name: 'ParleyDiskFull',
        expr: 'parley_storage_full{} == 1',
        minutes: 0,
        severity: 'critical',
        summary: 'A process refuses writes because its disk is nearly full',
        action: 'Free disk space; writes work again within a second. Reads still work.',
      },
    ],
  },
  parley_sweep_delay_seconds: {
    kind: 'gauge',
    across: 'max',
    help: 'How long the next run of a background task has been overdue or running.',
    unit: 'seconds',
    labels: ['task'],
    panels: [
      {
        title: 'Delay of background tasks',
        unit: 's',
        queries: [{ expr: 'max by (task) (parley_sweep_delay_seconds{})', legend: '{{task}}' }],
      },
    ],
    alerts: [
      {
        name: 'ParleySweepLate',
        expr: 'max by (instance, task) (parley_sweep_delay_seconds{}) > 300',
        minutes: 5,
        severity: 'warning',
        summary: 'A background task of a process has not finished for minutes',
        action:
          'Expired locks and leases are recorded late, or old data is not deleted. Read the log, and look for statements of the database that do not end.',
      },
    ],
  },
} as const satisfies Record<string, Metric>;
