import { dateTime } from '../../engine/present/time.ts';
import type { EventView } from '../../engine/stream/views.ts';

export const views: { 'messages-expired': EventView<'messages-expired'> } = {
  'messages-expired': ({ through, at }) => ({ through, expiredAt: dateTime(at) }),
};
