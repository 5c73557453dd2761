import type { UpdateSpaceInput } from '@parley/sdk';

interface Present {
  name: string;
  description: string;
  agenda: string;
  /** Undefined: no limit. */
  budget: number | undefined;
  /** Whether the owner approves who joins; undefined: not known yet. */
  approves: boolean | undefined;
}

/** What a form changes. Fields that stay are omitted, so that somebody else's change of them stays too. */
export function changesIn(form: Partial<Record<string, string>>, present: Present): UpdateSpaceInput {
  const changes: UpdateSpaceInput = {};
  for (const field of ['name', 'description', 'agenda'] as const) {
    // A form sends line ends as CRLF.
    const text = form[field]?.replaceAll('\r\n', '\n');
    if (text !== undefined && text !== present[field].replaceAll('\r\n', '\n')) changes[field] = text;
  }
  const budget = form['budget'] ? Number(form['budget']) : undefined;
  if (budget !== present.budget) changes.agentBudget = budget ?? null;
  const approves = form['approves'] !== undefined;
  if (present.approves !== undefined && approves !== present.approves) changes.privacy = approves ? 'private' : 'public';
  if (form['ttl']) changes.ttl = Number(form['ttl']);
  return changes;
}

/** Whether the lifetime that was chosen in a form ends a space sooner than the seconds that are left. */
export const isSooner = (ttl: string, left: number): boolean => ttl !== '' && Number(ttl) < left;
