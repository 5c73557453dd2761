import type { Resource } from '../resource.ts';
import { artifacts } from './artifacts/index.ts';
import { proposals } from './artifacts/proposals/index.ts';
import { comments } from './comments/index.ts';
import { decisions } from './decisions/index.ts';
import { deliveries } from './deliveries/index.ts';
import { files } from './files/index.ts';
import { invitations } from './invitations/index.ts';
import { log } from './log/index.ts';
import { messages } from './messages/index.ts';
import { participants } from './participants/index.ts';
import { search } from './search/index.ts';
import { spaces } from './spaces/index.ts';
import { tasks } from './tasks/index.ts';
import { wakes } from './wakes/index.ts';

/** The only list of resources in the command line, in the order of the help and of a catch-up. */
export const resources: readonly Resource[] = [
  spaces,
  invitations,
  deliveries,
  wakes,
  proposals,
  artifacts,
  comments,
  participants,
  messages,
  decisions,
  tasks,
  files,
  search,
  log,
];
