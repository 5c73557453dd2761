import type { TaskView } from '@parley/sdk';

const words: Record<TaskView['state'], string> = {
  open: 'open',
  claimed: 'in progress',
  submitted: 'submitted',
  verified: 'verified',
  cancelled: 'cancelled',
};

export const TaskState = ({ state }: Pick<TaskView, 'state'>) => <span class={`tag task-${state}`}>{words[state]}</span>;
