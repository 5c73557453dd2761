import { later } from '../../app/later.tsx';
import type { RoomResource } from '../resource.ts';
import { summaryHash } from './address.ts';

export const summary: RoomResource = {
  name: 'summary',
  panel: {
    label: 'Summary',
    includes: (hash) => hash === summaryHash,
    Panel: later(async () => (await import('./panel.tsx')).SummaryPanel),
  },
};
