import { catchUp, maxPageBytes, maxPageSize } from '@parley/core';

/** How much a catch-up reads at most. */
export interface CatchUpReading {
  /** Of the newest messages. Replies to the reader are found among these only. */
  readonly newest: number;
  /** Older messages that are looked for because of whom they are directed to, or who speaks. */
  readonly directed: number;
  readonly ofPeople: number;
  readonly deliveries: number;
  readonly changes: number;
  /** Of each of these. */
  readonly bytes: number;
}

/** No message has fewer bytes in an answer. */
const leastBytes = 150;
/** Bytes that are read for one in the answer: most of a message can be more than is shown of it. */
const readPerByte = 32;

/** In proportion to the tokens of the answer, so that a small one takes little time. It depends on nothing else: the same log gives the same answer. */
export function readingFor(tokens: number): CatchUpReading {
  const bytes = Math.ceil(tokens * catchUp.bytesPerToken);
  const fitting = Math.ceil(bytes / leastBytes);
  return {
    newest: Math.min(Math.max(4 * fitting, 50), maxPageSize),
    directed: Math.min(fitting, 50),
    ofPeople: Math.min(fitting, 100),
    deliveries: Math.min(fitting, 50),
    changes: Math.min(Math.max(4 * fitting, 100), 500),
    bytes: Math.min(bytes * readPerByte, maxPageBytes),
  };
}
