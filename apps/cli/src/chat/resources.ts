import { artifacts } from './artifacts/index.ts';
import { decisions } from './decisions/index.ts';
import { deliveries } from './deliveries/index.ts';
import { messages } from './messages/index.ts';
import type { ChatResource } from './resource.ts';

/** The only list of resources in the chat, in the order of `/help`. */
export const resources: readonly ChatResource[] = [messages, deliveries, decisions, artifacts];
