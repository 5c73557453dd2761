import { computed } from '@preact/signals';
import { place } from '../../app/place.ts';
import { put } from '../shown.ts';
import { filterOf, valueOf, type Filter } from './filter.ts';

const name = 'only';

const inAddress = computed(() => (place.value.screen === 'room' ? (new URLSearchParams(location.search).get(name) ?? '') : ''));

/** The filter that the address names: it can be linked, and the way back leaves it. The same object until it changes. */
export const filter = computed(() => filterOf(inAddress.value));

/** Limits the conversation, and shows it alone. */
export function limitTo(next: Filter): void {
  put('pushState', `${location.pathname}?${name}=${valueOf(next)}`, 0);
}

/** Shows everything again, and leaves open what is beside it. */
export function endFilter(): void {
  put('pushState', location.pathname + location.hash, undefined);
}
