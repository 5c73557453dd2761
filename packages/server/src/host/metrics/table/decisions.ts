import type { Metric } from '../metric.ts';

const opened = 'parley_decisions_opened_total';
const duration = 'parley_decision_duration_seconds';

const [minute, hour, day] = [60, 3_600, 86_400];

/** Questions that end in an answer. */
export const decisions = {
  parley_open_decisions: {
    kind: 'gauge',
    across: 'max',
    help: 'Decisions that are open in an open space, of the whole database; NaN if unknown.',
    unit: 'decisions',
    panels: [
      {
        title: 'Open decisions',
        unit: 'short',
        queries: [{ expr: 'max(parley_open_decisions{})', legend: 'open' }],
      },
    ],
  },
  [opened]: {
    kind: 'counter',
    help: 'Decisions that were opened.',
    unit: 'decisions',
  },
  [duration]: {
    kind: 'histogram',
    help: 'Time from the opening of a decision to its end, by how it ended: decided, lapsed or withdrawn; those that end with their space are not counted.',
    unit: 'seconds',
    labels: ['state'],
    buckets: [10, minute, 5 * minute, 15 * minute, hour, 4 * hour, day, 7 * day, 30 * day],
    panels: [
      {
        title: 'Decisions that were opened and ended per hour',
        unit: 'short',
        queries: [
          { expr: `sum(increase(${opened}{}[1h]))`, legend: 'opened' },
          { expr: `sum by (state) (increase(${duration}_count{}[1h]))`, legend: '{{state}}' },
        ],
      },
      {
        title: 'Time from the opening of a decision to its end (median of a day)',
        unit: 's',
        queries: [
          {
            expr: `histogram_quantile(0.5, sum by (le, state) (increase(${duration}_bucket{}[1d])))`,
            legend: '{{state}}',
          },
        ],
      },
    ],
  },
} as const satisfies Record<string, Metric>;
