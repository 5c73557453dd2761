import { later } from '../../app/later.tsx';
import type { RoomResource } from '../resource.ts';
import { hashOf, shownIn } from './address.ts';

export const tasks: RoomResource = {
  name: 'tasks',
  panel: {
    label: 'Tasks',
    includes: (hash) => shownIn(hash) !== undefined,
    Panel: later(async () => (await import('./task-panel.tsx')).TaskPanel),
  },
  section: () => import('./section.ts'),
  outcomes: { after: 'task', load: () => import('./outcomes.ts') },
  found: { kind: 'task', hashOf: ({ id }) => hashOf(id) },
  about: ({ taskId }) => (taskId === undefined ? undefined : { label: 'Show the task', hash: hashOf(taskId), isDecision: false }),
  waitsAfter: 'task',
  inbox: () => import('./inbox.tsx'),
};
