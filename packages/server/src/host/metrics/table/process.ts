import { quantile, type Metric } from '../metric.ts';

/** What prom-client measures about the process, under the names that all its users have. */
export const process = {
  process_cpu_seconds_total: {
    kind: 'counter',
    help: 'CPU time of the process.',
    unit: 'seconds',
    panels: [
      { title: 'CPU cores', unit: 'short', queries: [{ expr: 'rate(process_cpu_seconds_total{}[5m])', legend: '{{instance}}' }] },
    ],
  },
  process_resident_memory_bytes: {
    kind: 'gauge',
    help: 'Memory of the process.',
    unit: 'bytes',
    panels: [
      {
        title: 'Memory',
        unit: 'bytes',
        queries: [
          { expr: 'process_resident_memory_bytes{}', legend: '{{instance}}' },
          { expr: 'nodejs_heap_size_used_bytes{}', legend: '{{instance}} heap' },
        ],
      },
    ],
  },
  process_start_time_seconds: {
    kind: 'gauge',
    help: 'When the process started.',
    unit: 'seconds',
    alerts: [
      {
        name: 'ParleyRestarts',
        expr: 'changes(process_start_time_seconds{job="parley"}[30m]) > 2',
        minutes: 0,
        severity: 'critical',
        summary: 'A process restarted more than twice within half an hour',
        action: 'Read the end of the log before each start; look for a limit of memory that ends the process.',
      },
    ],
  },
  process_open_fds: { kind: 'gauge', help: 'Open file descriptors (Linux).', unit: 'files' },
  process_max_fds: {
    kind: 'gauge',
    help: 'How many file descriptors the process can open (Linux).',
    unit: 'files',
    alerts: [
      {
        name: 'ParleyFilesNearLimit',
        expr: 'process_open_fds{job="parley"} / process_max_fds{job="parley"} > 0.9',
        minutes: 5,
        severity: 'warning',
        summary: 'A process has opened more than 90 % of the files that it can open',
        action:
          'Each connection is a file: raise the limit (LimitNOFILE of systemd, ulimit -n), or lower PARLEY_MAX_CONNECTIONS.',
      },
    ],
  },
  nodejs_eventloop_lag_seconds: { kind: 'gauge', help: 'Delay of the event loop at the moment of the scrape.', unit: 'seconds' },
  nodejs_eventloop_lag_p50_seconds: { kind: 'gauge', help: 'Median delay of the event loop.', unit: 'seconds' },
  nodejs_eventloop_lag_p99_seconds: {
    kind: 'gauge',
    help: '99th percentile of the delay of the event loop.',
    unit: 'seconds',
    panels: [
      {
        title: 'Event loop delay',
        unit: 's',
        queries: [
          { expr: 'nodejs_eventloop_lag_p50_seconds{}', legend: '{{instance}} median' },
          { expr: 'nodejs_eventloop_lag_p99_seconds{}', legend: '{{instance}} 99th percentile' },
        ],
      },
    ],
    alerts: [
      {
        name: 'ParleyEventLoopSlow',
        expr: 'nodejs_eventloop_lag_p99_seconds{job="parley"} > 0.5',
        minutes: 10,
        severity: 'warning',
        summary: 'A process has more work than one core can do',
        action: 'Add a process, and look which clients or routes ask so much.',
      },
    ],
  },
  nodejs_eventloop_lag_max_seconds: { kind: 'gauge', help: 'Longest delay of the event loop.', unit: 'seconds' },
  nodejs_heap_size_total_bytes: { kind: 'gauge', help: 'Size of the heap.', unit: 'bytes' },
  nodejs_heap_size_used_bytes: { kind: 'gauge', help: 'Used part of the heap.', unit: 'bytes' },
  nodejs_external_memory_bytes: { kind: 'gauge', help: 'Memory of buffers outside of the heap.', unit: 'bytes' },
  nodejs_gc_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of garbage collections by kind.',
    unit: 'seconds',
    labels: ['kind'],
    panels: [
      {
        title: 'Garbage collection (99th percentile)',
        unit: 's',
        queries: [{ expr: quantile(0.99, 'nodejs_gc_duration_seconds', 'le, kind'), legend: '{{kind}}' }],
      },
    ],
  },
  nodejs_version_info: {
    kind: 'gauge',
    help: 'Always 1; the labels are the version of Node.',
    unit: '',
    labels: ['version', 'major', 'minor', 'patch'],
  },
} as const satisfies Record<string, Metric>;
