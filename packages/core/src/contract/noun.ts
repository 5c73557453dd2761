import type { Participant } from './entities.ts';

/** A group of operations. */
export interface Tag {
  name: string;
  description: string;
  /** What `parley mcp --allow` must name for the tools that change something. */
  permission: 'send' | 'artifacts' | 'manage';
  /** Which models its operations are listed for, unless they say otherwise; without it, models get no tools for them. */
  tools?: 'participant' | 'owner' | 'other';
}

/** A reader: the fields of a participant that decide what it can see. */
export type Viewer = Pick<Participant, 'participantId' | 'isOwner'>;

export type Audience = 'everyone' | ((viewer: Viewer) => boolean);

/** A kind of fact of the log: what is stored, and who can see it. */
export interface FactKind<Body> {
  readonly audience: 'everyone' | ((body: Body) => Audience);
}

/** Declares what the log stores about an event, and who can see it. */
export const fact = <Body>(audience: FactKind<Body>['audience']): FactKind<Body> => ({ audience });

/** What the state needs to know about a noun. */
export interface NounTraits<Noun> {
  idOf(noun: Noun): string;
  /** SHA-256 of the keys that it holds or held. */
  keyHashesOf?(noun: Noun): readonly string[];
  /** Characters of text in it that callers wrote. */
  charactersOf(noun: Noun): number;
  /** Bytes that it adds to the stored size of a space, besides its events. */
  bytesOf?(noun: Noun): number;
  /** Items that the state can forget. */
  beyond?(all: Iterable<Noun>): readonly Noun[];
}

/** Declares a noun of the state: decisions depend on it, and every change increments `rev`. */
export const entity = <Noun>(traits: NounTraits<Noun>): NounTraits<Noun> => traits;
