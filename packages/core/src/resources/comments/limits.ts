export const maxQuoteCharacters = 500;
export const maxCommentCharacters = 2_000;

/** Open comments on an artifact and on all artifacts of a space, replies included. */
export const maxOpenComments = 500;
export const maxOpenCommentsPerSpace = 2_000;

/** What somebody commented on, with all replies. */
export const maxCommentsPerThread = 100;
