import type { Result } from './runner/run.ts';

/** The output of `--json`. */
export interface Report {
  url: string;
  kept: number;
  broken: number;
  skipped: number;
  checks: Result[];
}

export function reportOf(url: string, checks: Result[]): Report {
  const count = (status: Result['status']) => checks.filter((check) => check.status === status).length;
  return { url, kept: count('kept'), broken: count('broken'), skipped: count('skipped'), checks };
}

export const fullName = ({ chapter, groups, name }: Result): string => [chapter, ...groups, name].join(' › ');

const indented = (text: string): string => text.replace(/^/gm, '      ');

/** The report as text: broken promises, skipped checks with reasons, and the totals. */
export function written({ url, kept, broken, skipped, checks }: Report): string {
  const lines: string[] = [];
  for (const check of checks.filter(({ status }) => status === 'broken')) {
    lines.push(`  ✗ ${fullName(check)}${check.kind === 'addition' ? ' (addition)' : ''}`, indented(check.reason ?? ''));
  }
  if (lines.length > 0) lines.unshift('', 'Broken promises:');
  const reasons = new Map<string, number>();
  for (const { status, reason = '' } of checks) {
    if (status === 'skipped') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  if (reasons.size > 0) lines.push('', 'Skipped:');
  for (const [reason, times] of reasons) lines.push(`  ${times} × ${reason}`);
  lines.push('', `${url}: ${kept} kept, ${broken} broken, ${skipped} skipped`);
  return lines.join('\n');
}
