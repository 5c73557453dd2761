import { signal } from '@preact/signals';

/** Where the app is, as its address says. */
export type Place =
  | { screen: 'home' }
  | { screen: 'inbox' }
  | { screen: 'invitation'; spaceId: string; invitationKey: string }
  | { screen: 'room'; spaceId: string };

/** The service: scripts are served one folder below it. */
export const root = new URL('..', import.meta.url);

const inRoot = (path: string): string => new URL(path, root).href;

/** The address of a room has no key in it. */
export const roomAddress = (spaceId: string): string => inRoot(`room/${spaceId}`);
export const messageAddress = (spaceId: string, sequence: number): string => `${roomAddress(spaceId)}#m${sequence}`;
export const invitationAddress = (spaceId: string, invitationKey: string): string => inRoot(`space/${spaceId}/${invitationKey}`);
export const inboxAddress = (): string => inRoot('inbox');
export const homeAddress = (): string => inRoot('.');
export const avatarOf = (participantId: string): string => inRoot(`avatars/${participantId}.svg`);
export const docsAddress = (page = ''): string => inRoot(`docs${page && `/${page}`}`);
export const accountAddress = (): string => inRoot('account');

/** The way to sign in and back to the present screen. An invitation is no place to come back to: its address contains a key. */
export function signInAddress(): string {
  const here = placeAt(location).screen === 'invitation' ? '' : location.pathname.slice(root.pathname.length) + location.hash;
  return inRoot(`login?${new URLSearchParams({ next: here || '.' })}`);
}

function placeAt({ pathname }: Pick<Location, 'pathname'>): Place {
  const parts = pathname.slice(root.pathname.length).split('/').filter(Boolean).map(decodeURIComponent);
  const [first, spaceId, invitationKey] = parts;
  if (first === 'space' && spaceId && invitationKey) return { screen: 'invitation', spaceId, invitationKey };
  if (first === 'room' && spaceId) return { screen: 'room', spaceId };
  return { screen: first === 'inbox' ? 'inbox' : 'home' };
}

export const place = signal<Place>(placeAt(location));

addEventListener('popstate', () => (place.value = placeAt(location)));

/** Goes to another screen. `replace`: the present address is not one to come back to. */
export function go(address: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](undefined, '', address);
  place.value = placeAt(location);
}
