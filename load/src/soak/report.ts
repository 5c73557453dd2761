import { drawScenarios } from '../report/table.ts';
import type { Found } from './scenario.ts';

export interface Result extends Found {
  name: string;
  /** Why it could not be run. */
  skipped?: string | undefined;
}

/** A table with a row for each result, and a description of each below. */
export const report = (results: readonly Result[], does: ReadonlyMap<string, string>): string =>
  drawScenarios(
    ['scenario', 'verdict', 'measured'],
    results.map((result) => ({ name: result.name, cells: [verdictOf(result), result.figures] })),
    does,
  );

/** The verdict in a few words. */
export const verdictOf = ({ skipped, faults }: Result): string =>
  skipped === undefined ? faults.join('; ') || 'held' : `skipped: ${skipped}`;
