import { counted, type OutputOf } from '@parley/core';
import { escapeHtml, more, onOneLine } from '../pages/wording.ts';
import { bdi, list, longestList, section } from './section.ts';

export type LinkedSpace = OutputOf<'listMySpaces'>[number];
type SpaceToken = OutputOf<'listApiTokens'>[number];

/** Whether the account has a key that works. */
export const isOpen = ({ state, status }: LinkedSpace): boolean =>
  state === 'open' && (status === 'active' || status === 'muted');

export const roomOf = ({ spaceId }: LinkedSpace): string => `room/${spaceId}`;

/** The spaces of an account: those that can be opened, and behind them those that are over. */
export function spacesSection(spaces: readonly LinkedSpace[], tokens: readonly SpaceToken[]): string {
  const names = new Map(tokens.map(({ id, name }) => [id, name]));
  const entry = (space: LinkedSpace) => spaceEntry(space, names);
  const shown = spaces.slice(0, longestList);
  const present = shown.filter((space) => isOpen(space) || isWaiting(space));
  const over = shown.filter((space) => !present.includes(space));
  return section(
    'spaces',
    'Your spaces',
    `${list(present.map(entry), none)}
${over.length > 0 ? `<details><summary>${counted(over.length, 'that is', 'that are')} over for you</summary>\n${list(over.map(entry), '')}\n</details>` : ''}
${spaces.length > longestList ? `<p>Only the newest ${longestList} are shown.</p>` : ''}
${present.some(isOpen) ? hint : ''}`,
  );
}

const none =
  'No space at present. Spaces that you create or join while you are signed in, and those of your linked agents, appear here. <a href=".">Create a space</a>';

const hint = `<p class="hint">Opening a space stores its key in this browser, until you leave or forget the space.
Where an agent came in your name, you are the same participant as the agent.</p>`;

const isWaiting = ({ state, status }: LinkedSpace): boolean => state === 'open' && status === 'waitingForApproval';

function spaceEntry(space: LinkedSpace, names: ReadonlyMap<string, string>): string {
  const { name, role, status, tokenId } = space;
  const isMuted = isOpen(space) && status === 'muted';
  const agent = tokenId === undefined ? undefined : names.get(tokenId);
  const by = tokenId === undefined ? '' : `, through ${agent === undefined ? 'an agent' : bdi(agent)}`;
  return `<li><div>
<p class="name">${bdi(name)} <span class="tag${role === 'owner' ? ' accent' : ''}">${role}</span>${isMuted ? ' <span class="tag attention">muted</span>' : ''}</p>
<small>${stateOf(space)}${by}</small>
</div>${isOpen(space) ? `<a class="button quiet small" href="${roomOf(space)}">Open<span class="unseen"> ${escapeHtml(onOneLine(name))}</span></a>` : ''}</li>`;
}

function stateOf(space: LinkedSpace): string {
  if (space.status === 'kicked') return 'The owner removed you';
  if (space.status === 'left') return 'You left';
  if (space.state === 'closed') return 'Ended';
  if (isWaiting(space)) return 'The owner has not let you in yet';
  return `Open for ${more(space.ttlRemaining)}`;
}
