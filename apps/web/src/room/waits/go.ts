import { go, inboxAddress } from '../../app/place.ts';
import { isNarrow } from '../../design/narrow.ts';
import type { Item } from './items.ts';
import type { Room } from '../../space/room.ts';
import { aboutOf } from '../resources.ts';
import { show } from '../shown.ts';
import { closeDrawer, isDrawerOpen } from '../drawer.ts';

/** Goes to where something that waits is answered. */
export function goTo(item: Item, room: Room): void {
  if (item.kind === 'request') return goToRequests();
  closeDrawer();
  if (item.kind === 'other') return show(item.hash);
  const about = aboutOf(item.message);
  // What it is about, and the next step there, is the answer.
  if (about && item.expects !== 'nothing') return show(about.hash);
  const { sequence } = item.message;
  if (!room.canReach(sequence)) return go(inboxAddress());
  const hash = `#m${sequence}`;
  // The conversation hears of a link, also of the same one again.
  if (location.hash === hash) dispatchEvent(new Event('hashchange'));
  else location.hash = hash;
}

/** Who asks to join waits in the sidebar, which can be a drawer. */
function goToRequests(): void {
  isDrawerOpen.value = isNarrow.peek();
  setTimeout(() => document.getElementById('requests')?.focus());
}
