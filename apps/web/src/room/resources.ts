import type { MessageView } from '@parley/sdk';
import { artifacts } from './artifact/index.ts';
import { proposals } from './artifact/proposals/index.ts';
import type { About, RoomResource } from './resource.ts';
import { tasks } from './tasks/index.ts';

/** The only list of resources in the room, in the order of the sidebar. */
export const resources: readonly RoomResource[] = [artifacts, proposals, tasks];

/** What a message is about, if it can be shown beside the conversation. */
export const aboutOf = (message: MessageView): About | undefined =>
  resources.map(({ about }) => about?.(message)).find((about) => about !== undefined);
