import type { Alert } from '../metric.ts';
import { sections } from '../table.ts';

const header = '# Drawn from packages/server/src/host/metrics/table by `npm run draw` in packages/server. Do not edit.';

/** All alerts, in the order of the dashboard. */
export const alerts: readonly Alert[] = sections.flatMap(({ metrics }) =>
  Object.values(metrics).flatMap(({ alerts = [] }) => alerts),
);

/** The alert rules as a file of Prometheus. Each JSON string is a YAML string too. */
export function alertRules(): string {
  const rules = alerts.map(({ name, expr, minutes, severity, summary, action }) =>
    [
      `      - alert: ${name}`,
      `        expr: ${JSON.stringify(expr.replaceAll('{}', ''))}`,
      ...(minutes > 0 ? [`        for: ${minutes}m`] : []),
      `        labels:`,
      `          severity: ${severity}`,
      `        annotations:`,
      `          summary: ${JSON.stringify(summary)}`,
      `          description: ${JSON.stringify(action)}`,
    ].join('\n'),
  );
  return [header, 'groups:', '  - name: parley', '    rules:', ...rules, ''].join('\n');
}
