import { z } from 'zod';
import { id, sequence } from '../../kernel/schemas.ts';
import { participantStatus, participantView } from './views.ts';

export const events = {
  'participant-status': z
    .object({
      sequence,
      participant: participantView,
      status: participantStatus,
      previousStatus: participantStatus.optional(),
      actorId: id,
    })
    .meta({
      id: 'ParticipantStatusEvent',
      description: 'A participant asked to join, joined, was approved, muted, unmuted or kicked, or left',
    }),
};
