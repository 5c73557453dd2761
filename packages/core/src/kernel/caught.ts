import type { z } from 'zod';
import { inQuotes } from './envelope.ts';

/** Items of a kind in a catch-up. */
export interface CaughtKind<View extends z.ZodObject = z.ZodObject> {
  /** What one is called, and with an `s` what several are. What has ended has its id in a field of this name with `Id`. */
  readonly one: string;
  readonly description: string;
  readonly view: View;
  /** An item as a line of the text form. What participants wrote is in quotes. */
  line(item: z.output<View>): string;
}

/** Declares items of a kind in a catch-up. */
export const caught = <View extends z.ZodObject>(kind: CaughtKind<View>): CaughtKind<View> => kind;

/** The beginning of an id, in a line that does not need all of it. */
export const short = (id: string): string => id.slice(0, 8);

/** Somebody in a line. */
export const named = (participantId: string, name: string): string => `${inQuotes(name)} ${short(participantId)}`;
