import { later } from '../../app/later.tsx';
import type { RoomResource } from '../resource.ts';
import { shownIn } from './address.ts';

export const search: RoomResource = {
  name: 'search',
  panel: {
    label: 'Search',
    includes: (hash) => shownIn(hash) !== undefined,
    Panel: later(async () => (await import('./panel.tsx')).SearchPanel),
  },
  tool: async () => (await import('./search-button.tsx')).SearchButton,
};
