import { signal } from '@preact/signals';

/** Whether what is open takes the place of the conversation also where there is room for both. */
export const isWide = signal(false);
