import type { AboutMessages } from '../question.ts';
import { resources } from './index.ts';

/** Of all resources. */
export const aboutMessages: AboutMessages = {
  async questionIn(space, message, call = {}) {
    for (const { question } of resources) {
      const found = await question?.(space, message, call);
      if (found) return found;
    }
    return undefined;
  },
  commandAbout: (message) => resources.map((each) => each.commandAbout?.(message)).find(Boolean),
  waitingIn: (todo) => resources.flatMap((each) => each.waiting?.(todo) ?? []),
};
