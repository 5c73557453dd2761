export const maxDecisionTitleCharacters = 200;

export const maxDecisionTextCharacters = 20_000;

export const maxOptionIdCharacters = 40;

export const maxOptionLabelCharacters = 80;

export const maxOptionDescriptionCharacters = 500;

export const minOptions = 2;

export const maxOptions = 10;

export const maxVoters = 100;

/** Of the reason for an answer, and of the statement with which the owner closes a decision. */
export const maxReasonCharacters = 2_000;

/** Decisions of a space that have not ended. */
export const maxOpenDecisions = 100;

/** Decisions of a space, those that have ended included. */
export const maxDecisions = 1_000;

export const minDecisionSeconds = 60;

export const maxDecisionSeconds = 30 * 24 * 60 * 60;
