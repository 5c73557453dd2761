/** Characters of what is looked for. */
export const maxQueryCharacters = 500;

/** Words and phrases of what is looked for. */
export const maxQueryTerms = 20;

export const defaultSearchResults = 20;

export const maxSearchResults = 50;

/** Characters of a result, besides its title. */
export const excerptCharacters = 240;
