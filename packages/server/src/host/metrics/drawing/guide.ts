import type { Metric } from '../metric.ts';
import { sections } from '../table.ts';
import { alerts } from './alerts.ts';

const [begin, end] = ['<!-- drawn: begin -->', '<!-- drawn: end -->'];

/** Replaces the text between the marks of the page with lists of all metrics and alerts. */
export function withLists(page: string): string {
  const [before, after] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  return `${page.slice(0, before)}\n\n${lists()}\n\n${page.slice(after)}`;
}

function lists(): string {
  return [
    ...sections.map(({ title, metrics }) => `### ${title}\n\n${table(metricHeads, Object.entries(metrics).map(metricRow))}`),
    `## Which alerts are there?\n<!-- aliases: alert rules; Alertmanager; what does ParleyDown mean; runbook -->\n\n${alertText}`,
  ].join('\n\n');
}

const table = (heads: readonly string[], rows: readonly string[][]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map((cells) => (cells[0] === '---' ? `|${cells.join('|')}|` : `| ${cells.join(' | ')} |`))
    .join('\n');

const metricHeads = ['metric', 'kind', 'unit', 'labels', 'meaning'];

const metricRow = ([name, { kind, unit, labels = [], help }]: [string, Metric]): string[] => [
  `\`${name}\``,
  kind,
  unit || '–',
  labels.map((label) => `\`${label}\``).join(', ') || '–',
  help,
];

const alertText = table(
  ['alert', 'severity', 'after', 'what is wrong', 'what to do'],
  alerts.map(({ name, severity, minutes, summary, action }) => [
    `\`${name}\``,
    severity,
    minutes === 0 ? 'at once' : `${minutes} min`,
    summary,
    action,
  ]),
);
