/** The URL of a wake address, or of a subscription to Web Push. */
export const maxWakeUrlCharacters = 2_048;

/** The token and the credentials that an A2A receiver expects. */
export const maxWakeCredentialCharacters = 4_096;
