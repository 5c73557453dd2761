import type { Panel } from '../metric.ts';
import { sections } from '../table.ts';

const columns = 3;
const size = { w: 24 / columns, h: 8 };
const datasource = { type: 'prometheus', uid: '${datasource}' };

interface Drawn extends Panel {
  description: string;
}

/** The dashboard in the format that Grafana imports: a row per section of the table, a graph per panel. */
export function dashboard(): string {
  const panels: object[] = [];
  let y = 0;
  const add = (panel: object) => panels.push({ id: panels.length + 1, ...panel });
  for (const { title, metrics } of sections) {
    const drawn: Drawn[] = Object.values(metrics).flatMap(({ help, panels = [] }) =>
      panels.map((panel) => ({ ...panel, description: help })),
    );
    add({ type: 'row', title, collapsed: false, panels: [], gridPos: { x: 0, y, w: 24, h: 1 } });
    drawn.forEach((panel, i) => {
      const [column, row] = [i % columns, Math.floor(i / columns)];
      add(graph(panel, { x: column * size.w, y: y + 1 + row * size.h }));
    });
    y += 1 + Math.ceil(drawn.length / columns) * size.h;
  }
  return `${JSON.stringify({ ...board, panels }, undefined, 2)}\n`;
}

const variable = (name: string, label: string, query: string, options: object) => ({
  name,
  label,
  type: 'query',
  datasource,
  query: { query, refId: name },
  definition: query,
  refresh: 2,
  sort: 1,
  ...options,
});

const board = {
  uid: 'parley',
  title: 'Parley',
  tags: ['parley'],
  timezone: 'browser',
  schemaVersion: 39,
  version: 1,
  editable: true,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1 },
      variable('job', 'Job', 'label_values(parley_build_info, job)', {}),
      variable('instance', 'Process', 'label_values(parley_build_info{job="$job"}, instance)', {
        multi: true,
        includeAll: true,
        allValue: '.*',
        current: { text: 'All', value: '$__all' },
      }),
    ],
  },
};

const graph = ({ title, description, unit, queries }: Drawn, place: { x: number; y: number }) => ({
  type: 'timeseries',
  title,
  description,
  datasource,
  gridPos: { ...place, ...size },
  fieldConfig: { defaults: { unit, min: 0, custom: { lineWidth: 1, fillOpacity: 10, showPoints: 'never' } }, overrides: [] },
  options: {
    legend: { showLegend: true, displayMode: 'list', placement: 'bottom', calcs: [] },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
  targets: queries.map(({ expr, legend }, i) => ({
    refId: String.fromCodePoint('A'.codePointAt(0)! + i),
    datasource,
    expr: selected(expr),
    legendFormat: legend,
  })),
});

/** Restricts an expression to the processes that are selected. */
const selected = (expr: string): string =>
  expr
    .replaceAll(/\{([^}]*)\}/g, (_, others: string) => `{job="$job",instance=~"$instance"${others && `,${others}`}}`)
    .replaceAll('[5m]', '[$__rate_interval]');
