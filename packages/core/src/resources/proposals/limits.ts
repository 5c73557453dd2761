/** Changes of an artifact that wait for a decision, and of all artifacts of a space. */
export const maxOpenProposals = 50;

export const maxOpenProposalsPerSpace = 1_000;
