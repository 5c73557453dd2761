import type { z } from 'zod';

/** A part of a line: our own words, or what each surface shows in its own way: a participant, a name or a text that a caller wrote. */
export type Piece = string | { readonly participantId: string } | { readonly name: string } | { readonly text: string };

/** An event as one line for humans. Undefined if it is none; `readerId` is the participant who reads it, who is called “You”. */
export type Line<Body> = (event: Body, readerId?: string) => readonly Piece[] | undefined;

/** The events of a resource in words. */
export type Words<Events> = { readonly [Name in keyof Events]: Line<z.output<Events[Name]>> };

const english = new Intl.PluralRules('en');

/** A count with its noun: `1 file`, `2 files`, `0 people`. */
export const counted = (count: number, one: string, others = `${one}s`): string =>
  `${count} ${english.select(count) === 'one' ? one : others}`;
