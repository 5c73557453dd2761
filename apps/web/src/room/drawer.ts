import { signal } from '@preact/signals';

/** Where there is room for one column only, the sidebar is a drawer. */
export const isDrawerOpen = signal(false);

export const closeDrawer = (): void => void (isDrawerOpen.value = false);
