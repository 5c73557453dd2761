import { jsonBytes } from './cutting.ts';
import type { Form } from './form.ts';

const inList = (item: unknown): number => jsonBytes(item) + 1;

const around = (text: string): number => text.length;

/** The answer as JSON without spaces. */
export const asJson: Form = {
  frame: jsonBytes,
  label: (name) => jsonBytes(name) - 2,
  bytes: {
    lock: inList,
    delivery: inList,
    todo: ({ item }) => inList(item),
    decided: inList,
    artifact: (artifact) => inList(artifact) + around(',"hunks":[],"truncated":true'),
    hunk: inList,
    message: inList,
    person: ({ list, someone }) => inList(someone) + around(`,"${list}":[]`),
    agenda: (agenda) => jsonBytes(agenda) + around(',"agenda":,"agendaTruncated":true'),
    omission: inList,
  },
};
