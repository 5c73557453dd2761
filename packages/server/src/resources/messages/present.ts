import { dateTime } from '../../engine/present/time.ts';
import type { EventView } from '../../engine/stream/views.ts';

export const views: { 'text-redacted': EventView<'text-redacted'>; 'messages-expired': EventView<'messages-expired'> } = {
  'text-redacted': ({ through: _, ...redacted }) => redacted,
  'messages-expired': ({ through, at }) => ({ through, expiredAt: dateTime(at) }),
};
