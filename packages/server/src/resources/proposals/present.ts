import type { Proposal } from '@parley/core';
import { dateTime } from '../../engine/present/time.ts';

export const proposalView = ({ note, createdAt, messageId: _, deliveryIds: __, sequence, end, ...proposal }: Proposal) => ({
  ...proposal,
  ...(sequence !== undefined && { sequence }),
  ...(note !== undefined && { note }),
  createdAt: dateTime(createdAt),
  state: end?.state ?? ('open' as const),
  ...(end && { endedAt: dateTime(end.at), endedBy: end.by }),
  ...(end?.note !== undefined && { endNote: end.note }),
  ...(end?.version !== undefined && { version: end.version }),
});
