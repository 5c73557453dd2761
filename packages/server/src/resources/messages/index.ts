import { serverResource } from '../../engine/resource.ts';
import * as operations from './operations.ts';
import { views } from './present.ts';
import { messageStore } from './queries.ts';
import { searchedMessages } from './search.ts';
import { messageUpkeep } from './upkeep.ts';

export const messages = serverResource({
  operations,
  views,
  queries: ({ reads, querying }) => ({ messages: messageStore(reads, querying) }),
  searches: { messages: searchedMessages },
  upkeep: messageUpkeep,
});

declare module '../../engine/environment.ts' {
  interface Environment {
    messages: ReturnType<typeof messageStore>;
  }
}
