import { draw } from '../table.ts';
import type { Result } from './scenario.ts';

const header = ['scenario', 'verdict', 'measured'];

/** A table with a row for each result, and a description of each below. */
export function report(results: readonly Result[], does: ReadonlyMap<string, string>): string {
  const sentences = results.flatMap(({ name }) => (does.has(name) ? [`- \`${name}\`: ${does.get(name)}`] : []));
  return [draw(header, results.map(cells)), '', ...sentences].join('\n');
}

/** The verdict in a few words. */
export const verdictOf = ({ skipped, faults }: Result): string =>
  skipped === undefined ? faults.join('; ') || 'held' : `skipped: ${skipped}`;

const cells = (result: Result): string[] => [result.name, verdictOf(result).replaceAll('|', '/'), result.figures];
