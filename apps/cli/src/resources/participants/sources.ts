import type { Source } from '../../resource.ts';
import { moderations, type Moderation } from './moderations.ts';

/** Those that the verb applies to. */
export const participant: Source = async ({ space, verb }) => {
  const { participants } = await (await space()).get();
  const fitting = (moderations as Partial<Record<string, Moderation>>)[verb]?.of;
  return participants
    .filter(({ status, isOwner }) => !fitting || (fitting.includes(status) && !isOwner))
    .map(({ participantId: id, name, role }) => ({ id, name, about: role }));
};

/** Everyone else who can be meant by a message. */
export const addressable: Source = async ({ space }) => {
  const open = await space();
  const { participants } = await open.get();
  return participants
    .filter(({ status, participantId }) => ['active', 'muted'].includes(status) && participantId !== open.participantId)
    .map(({ participantId: id, name, role }) => ({ id, name, about: role }));
};
