import { signal } from '@preact/signals';

/** The dialog of the room that is open. */
export const dialog = signal<'about' | 'invite' | 'settings' | 'keys' | 'palette' | undefined>(undefined);

export const closeDialog = (): void => void (dialog.value = undefined);
