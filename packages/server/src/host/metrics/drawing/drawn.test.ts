import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limitNames } from '../../../call/admission/admission.ts';
import type { Metric } from '../metric.ts';
import { sections } from '../table.ts';
import { alertRules, alerts } from './alerts.ts';
import { dashboard } from './dashboard.ts';
import { withLists } from './guide.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../../../../../${path}`, import.meta.url));
const stored = (path: string) => readFileSync(fileOf(path), 'utf8');
const metrics = new Map(sections.flatMap(({ metrics }) => Object.entries<Metric>(metrics)));
const promtool = (...words: string[]) => spawnSync('promtool', words, { encoding: 'utf8' });
const hasPromtool = promtool('--version').status === 0;
if (!hasPromtool) console.warn('SKIPPED: promtool is not installed, so it does not check the alert rules and the queries');

interface Graph {
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}
const board = JSON.parse(dashboard()) as { uid: string; panels: (Graph & { id: number })[] };
const panels = [...metrics.values()].flatMap(({ panels = [] }) => panels);
const expressions = [...panels.flatMap(({ queries }) => queries.map(({ expr }) => expr)), ...alerts.map(({ expr }) => expr)];

function temporary(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-rules-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe('what is drawn from the table of metrics', () => {
  it.each([
    ['deploy/prometheus/alerts.yml', alertRules()],
    ['deploy/grafana/parley.json', dashboard()],
    ['docs/guide/metrics.md', withLists(stored('docs/guide/metrics.md'))],
  ])('%s is up to date (otherwise: `npm run draw` in packages/server)', (path, drawn) => expect(stored(path)).toBe(drawn));

  it('shows every metric, in a graph, beside another one or in an alert, except what only explains others', () => {
    const unused = [...metrics.keys()].filter((name) => !expressions.some((expr) => expr.includes(name)));
    expect(unused.toSorted()).toEqual([
      'nodejs_eventloop_lag_max_seconds',
      'nodejs_eventloop_lag_seconds',
      'nodejs_external_memory_bytes',
      'nodejs_heap_size_total_bytes',
      'nodejs_version_info',
    ]);
  });

  it('asks only for limits that exist, and the guide names all of them', () => {
    const [, asked = ''] = /limit=~"([^"]*)"/.exec(alertRules().replaceAll('\\"', '"'))!;
    expect(asked.split('|').filter((name) => !limitNames.some((limit) => limit === name))).toEqual([]);
    const [, list = ''] = /`limit` in `parley_limit_refusals_total` is one of([^]*?)\n\n/.exec(stored('docs/guide/metrics.md'))!;
    expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name).toSorted()).toEqual(limitNames.toSorted());
  });

  it('asks only for metrics of the table, and for labels that they have', () => {
    for (const expr of expressions) {
      const asked = [...expr.matchAll(/([a-z_]\w*)\{([^}]*)\}/g)];
      expect(asked.length, expr).toBeGreaterThan(0);
      for (const [, series = '', labels = ''] of asked) {
        const name = metrics.has(series) ? series : series.replace(/_(bucket|sum|count)$/, '');
        const metric = metrics.get(name);
        if (series !== 'up') expect(metric, expr).toBeDefined();
        if (name !== series) expect(metric?.kind, expr).toBe('histogram');
        const known = ['job', ...(metric?.labels ?? [])];
        for (const [, label] of labels.matchAll(/(\w+)[=!]/g)) expect(known, expr).toContain(label);
      }
      // Each selector has braces, so that the dashboard can restrict it.
      for (const [series] of expr.matchAll(/\b(?:parley|http|nodejs|process)_\w+\b(?!\{)/g))
        expect(
          [...metrics.values()].flatMap(({ labels = [] }) => labels),
          expr,
        ).toContain(series);
    }
  });

  it('is a dashboard whose panels have their own place, and are restricted to what is selected', () => {
    expect(board.panels.filter(({ type }) => type === 'timeseries')).toHaveLength(panels.length);
    expect(board.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual(
      sections.map(({ title }) => title),
    );
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
    const places = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    );
    expect(new Set(places).size).toBe(places.length);
    for (const { targets = [] } of board.panels)
      for (const { expr } of targets) expect(expr.split('{job="$job",instance=~"$instance"').length).toBe(expr.split('{').length);
  });

  it('has alerts with names of their own, and says what to do', () => {
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
    for (const { name, summary, action } of alerts)
      expect([name, summary.length > 20, action.length > 40]).toEqual([name, true, true]);
  });
});

describe.runIf(hasPromtool)('promtool', () => {
  it('accepts the alert rules and the example of a configuration', () => {
    const checked = promtool('check', 'config', fileOf('deploy/prometheus/prometheus.yml'));
    expect(checked.status, checked.stderr).toBe(0);
    expect(checked.stdout).toContain(`${alerts.length} rules found`);
  });

  it('accepts the configuration in the guide', () => {
    const [, config = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(stored('docs/guide/metrics.md'))!;
    // It checks that the file of the token exists.
    const given = config.replace('/etc/prometheus/parley.token', temporary('parley.token', 'x'));
    const checked = promtool('check', 'config', temporary('prometheus.yml', given));
    expect(checked.status, checked.stderr).toBe(0);
  });

  it('understands every query of the dashboard', () => {
    const rules = panels.flatMap(({ queries }) => queries).map(({ expr }, i) => ({ record: `query:${i}`, expr }));
    const checked = promtool(
      'check',
      'rules',
      temporary('queries.json', JSON.stringify({ groups: [{ name: 'queries', rules }] })),
    );
    expect(checked.status, checked.stderr).toBe(0);
  });

  const failing = 'http_server_request_duration_seconds_count{job="parley",instance="a"';
  it.each([
    ['ParleyDown', [['up{job="parley",instance="a"}', '0x20']]],
    ['ParleyDiskFull', [['parley_storage_full{job="parley",instance="a"}', '1x20']]],
    [
      'ParleyErrors',
      [
        [`${failing},http_response_status_code="503"}`, '0+2x20'],
        [`${failing},http_response_status_code="200"}`, '0+98x20'],
      ],
    ],
    ['ParleySweepLate', [['parley_sweep_delay_seconds{job="parley",instance="a",task="purge"}', '0+60x20']]],
    ['ParleyRestarts', [['process_start_time_seconds{job="parley",instance="a"}', '1 2 3 4 4x16']]],
  ])('sees %s fire when it should, and not when all is well', (name, series) => {
    const well = [
      ['up{job="parley",instance="a"}', '1x20'],
      ['parley_storage_full{job="parley",instance="a"}', '0x20'],
      [`${failing},http_response_status_code="200"}`, '0+100x20'],
      ['parley_sweep_delay_seconds{job="parley",instance="a",task="purge"}', '0x20'],
      ['process_start_time_seconds{job="parley",instance="a"}', '1x20'],
    ];
    const fires = (given: string[][], expected: number) => {
      const rules = temporary('alerts.yml', alertRules());
      const test = {
        rule_files: [rules],
        tests: [
          {
            interval: '1m',
            input_series: given.map(([series, values]) => ({ series, values })),
            promql_expr_test: [
              {
                expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) or vector(0)`,
                eval_time: '20m',
                exp_samples: [{ labels: '{}', value: expected }],
              },
            ],
          },
        ],
      };
      const { status, stderr, stdout } = promtool('test', 'rules', temporary('test.json', JSON.stringify(test)));
      expect(status, stderr + stdout).toBe(0);
    };
    fires(series, 1);
    fires(well, 0);
  });
});
