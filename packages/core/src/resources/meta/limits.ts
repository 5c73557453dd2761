/** A question to the documentation. */
export const maxQuestionCharacters = 2_000;
