import { go, homeAddress, inboxAddress } from '../../app/place.ts';
import type { Room } from '../../space/room.ts';
import { dialog } from '../dialogs.ts';
import { endFilter, filter, limitTo } from '../filter/address.ts';
import { targetsIn } from '../resources.ts';
import { hashOf } from '../search/address.ts';
import { findingIn } from '../search/finding.ts';
import { show } from '../shown.ts';
import { summaryHash } from '../summary/address.ts';

/** Somewhere to go, or something to do. */
export interface Destination {
  id: string;
  kind: string;
  name: string;
  go(): void;
}

const mostShown = 12;

/** What has the words that were typed, and at last the search for them. */
export function destinationsFor(typed: string, room: Room): Destination[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ name, kind }: Destination) => {
    const text = `${name} ${kind}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = destinationsIn(room).filter(has).slice(0, mostShown);
  const q = typed.trim();
  if (!q) return found;
  const look = () => {
    const finding = findingIn(room);
    void finding.look({ ...finding.query.peek(), q });
    show(hashOf());
  };
  return [...found, { id: 'search-for', kind: 'search', name: `Search for “${q}”`, go: look }];
}

function destinationsIn(room: Room): Destination[] {
  const commands: Destination[] = [];
  const command = (id: string, name: string, act: () => void) => commands.push({ id, kind: 'command', name, go: act });
  const open = (name: NonNullable<typeof dialog.value>) => () => void (dialog.value = name);
  command('search', 'Search', () => show(hashOf()));
  if (room.isOwner.value) {
    command('invite', 'Invite people and agents', open('invite'));
    command('settings', 'Settings', open('settings'));
  }
  if (filter.value) command('everything', 'Show everything in the conversation', endFilter);
  command('people-only', 'Show only messages of people', () => limitTo({ by: 'people' }));
  command('for-me', 'Show only what is for me', () => limitTo({ by: 'me' }));
  command('summary', 'Summary', () => show(summaryHash));
  command('about', 'About this space, export, copy', open('about'));
  command('keys', 'Keys', open('keys'));
  command('inbox', 'Inbox of all spaces', () => go(inboxAddress()));
  command('home', 'All spaces', () => go(homeAddress()));
  return [
    ...targetsIn(room).map(({ name, hash }): Destination => ({ id: hash.slice(1), kind: 'open', name, go: () => show(hash) })),
    ...room.participants.value
      .filter(({ participantId, status }) => participantId !== room.me && (status === 'active' || status === 'muted'))
      .map(({ participantId: id, name }): Destination => ({
        id,
        kind: 'write to',
        name,
        go: () => void (room.addressing.value = id),
      })),
    ...commands,
  ];
}
