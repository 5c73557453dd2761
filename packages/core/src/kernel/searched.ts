/** Things of a kind in which a search looks. */
export interface SearchedKind {
  /** What one is called in a result. */
  readonly one: string;
  /** Which of its texts are searched, as the end of a sentence. */
  readonly texts: string;
}

/** Declares a kind in which a search looks. */
export const searched = <const Kind extends SearchedKind>(kind: Kind): Kind => kind;
