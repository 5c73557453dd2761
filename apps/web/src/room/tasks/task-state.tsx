import type { TaskView } from '@parley/sdk';

export const stateNames: Record<TaskView['state'], string> = {
  open: 'open',
  claimed: 'in progress',
  submitted: 'submitted',
  verified: 'verified',
  cancelled: 'cancelled',
};

export const TaskState = ({ state }: Pick<TaskView, 'state'>) => <span class={`tag task-${state}`}>{stateNames[state]}</span>;
