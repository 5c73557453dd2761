import type { MessageView } from '@parley/sdk';
import type { ComponentType } from 'preact';
import type { Room } from '../space/room.ts';
import type { LinkTarget } from '../text/link-targets.ts';
import { artifacts } from './artifact/index.ts';
import { comments } from './artifact/comments/index.ts';
import { proposals } from './artifact/proposals/index.ts';
import { decisions } from './decision/index.ts';
import type { About, CardProps, FoundPlace, OffersFor, Outcomes, RoomResource } from './resource.ts';
import { search } from './search/index.ts';
import { summary } from './summary/index.ts';
import { tasks } from './tasks/index.ts';

/** The only list of resources in the room, in the order of the sidebar. */
export const resources: readonly RoomResource[] = [artifacts, proposals, comments, tasks, decisions, search, summary];

/** What a message is about, if it can be shown beside the conversation. */
export const aboutOf = (message: MessageView): About | undefined =>
  resources.map(({ about }) => about?.(message)).find((about) => about !== undefined);

/** What is shown in the place of a message, if that is more than its text. */
export const cardOf = (message: MessageView): ComponentType<CardProps> | undefined =>
  resources.find(({ card }) => card?.isOf(message))?.card?.Card;

/** What can be done with a version of an artifact elsewhere. */
export const offersFor: OffersFor = (artifactId, version) =>
  resources.flatMap(({ offerFor }) => offerFor?.(artifactId, version) ?? []);

/** Where what a search has found is shown. */
export const foundPlaces: readonly FoundPlace[] = resources.flatMap(({ found }) => found ?? []);

/** What came of a meeting. */
export const allOutcomes: readonly Outcomes[] = resources.flatMap(({ outcomes }) => outcomes ?? []);

/** What links in texts can lead to, and a filter can be about. */
export const targetsIn = (room: Room): readonly LinkTarget[] => resources.flatMap(({ targets }) => targets?.(room) ?? []);
