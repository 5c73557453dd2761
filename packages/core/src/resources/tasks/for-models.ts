import type { ResourceForModels } from '../../kernel/for-models.ts';

const read = 'The message is about taskId';

export const forModels = {
  toolList: 'tasks',
  selfEvident: ['taskId'],
  reference: {
    to: 'task',
    plural: 'tasks',
    by: ['name', 'number'],
    operation: 'listTasks',
    inputs: [{ state: 'all', limit: 100 }],
    field: 'tasks',
    read: ({ taskId, title, sequence, state }) => ({
      id: String(taskId),
      names: [String(title)],
      sequence: Number(sequence),
      detail: String(state),
    }),
  },
  afterRefusal: [
    { when: { code: 'task_claimed' }, text: 'list_tasks shows which are open.' },
    {
      when: { code: 'task_conflict', tool: 'verify_task' },
      text: 'list_tasks shows its state, and the evidence of the newest revision.',
    },
  ],
  afterAnswer: [
    {
      when: { 'message.taskId': true, 'delivery.expects': 'nothing' },
      text: `${read}. If it was returned to you, you hold its lease again for 300 seconds: do what is missing and call submit_task.`,
    },
    {
      when: { 'message.taskId': true, delivery: true },
      text: `${read}: claim_task takes it if it is for you to do; if it was submitted, check its evidence in list_tasks and call verify_task or return_task. Each settles the delivery.`,
    },
  ],
} as const satisfies ResourceForModels;
