import { messageView } from './views.ts';

export const events = {
  message: messageView,
};
