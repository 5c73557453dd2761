import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { views } from './present.ts';
import { messageStore } from './queries.ts';
import { messageUpkeep } from './upkeep.ts';

export const messages = serverResource({
  operations,
  views,
  queries: ({ reads }) => ({ messages: messageStore(reads) }),
  upkeep: messageUpkeep,
});
