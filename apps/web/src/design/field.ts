const fields = 'input, textarea, select, [contenteditable]';

/** Whether what is typed at a place is a text, and no key of the page. */
export const isInField = (place: EventTarget | null): boolean => place instanceof Element && place.closest(fields) !== null;
