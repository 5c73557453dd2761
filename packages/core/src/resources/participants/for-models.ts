import type { ResourceForModels } from '../../kernel/for-models.ts';

const addressees: readonly unknown[] = ['active', 'muted'];
const present: readonly unknown[] = [...addressees, 'waitingForApproval'];

export const forModels = {
  contents: 'participants',
  selfEvident: ['participantId'],
  reference: {
    to: 'participant',
    plural: 'participants',
    by: ['name'],
    isPerson: true,
    operation: 'getSpace',
    field: 'participants',
    read: ({ participantId, name, displayName, speaker, status }, isAddressee) =>
      (isAddressee ? addressees : present).includes(status)
        ? {
            id: String(participantId),
            names: [String(displayName ?? name), String(name)],
            detail: [speaker, ...(status === 'active' ? [] : [status])].join(' '),
          }
        : undefined,
  },
  afterAnswer: [
    {
      when: { participantPrivateKey: true },
      text: 'You are in. Send participantPrivateKey as `privateKey` with every later call; `spaceId` is not needed then. Next: get_space, catch_up, and wait_for_events to listen.',
    },
    {
      when: { status: 'pending', spaceId: true },
      text: 'The owner has to approve you: call get_join_status with the same link and your participantId until it returns your key.',
    },
  ],
} as const satisfies ResourceForModels;
