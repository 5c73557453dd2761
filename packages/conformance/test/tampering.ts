import { withField, type Breach } from './breaches.ts';
import type { Passage, Tampering } from './proxy.ts';

/** Changes the refusals with a status. */
export const refusing = (method: string, status: number, path: RegExp, change: (passage: Passage) => void): Tampering => ({
  answer: (passage) => {
    if (passage.method === method && passage.status === status && path.test(passage.path)) change(passage);
  },
});

/** What a refusal says instead. */
export const as = (status: number) => (passage: Passage) => void (passage.status = status);
export const saying = (field: string, value: unknown) => (passage: Passage) => withField(passage, field, value);
export const byNobody = saying('lockedBy', '00000000-0000-4000-8000-000000000000');

/** Breaches of the checks of a group of a chapter: group, promise, what is broken, and how. */
export const inChapter = (chapter: string, breaches: readonly [string, string, string, Tampering][]): Breach[] =>
  breaches.map(([group, promise, what, tampering]) => ({
    what: `${group}: ${what}`,
    only: `${chapter} ${group} ${promise}`,
    promise,
    tampering: () => tampering,
  }));
