import { signal } from '@preact/signals';

/** As in the style sheets. */
const query = matchMedia('(max-width: 50rem)');

/** Whether there is room for one column only. */
export const isNarrow = signal(query.matches);

query.addEventListener('change', () => (isNarrow.value = query.matches));
