/** Events that one call looks at, whatever it returns of them. */
export const maxWalkedEvents = 5_000;

export const defaultPastEvents = 100;
