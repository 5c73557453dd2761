// Drawn from the contract by `npm run draw`. Do not edit.

/** The errors of the service whose status says that the same call can succeed later, although it cannot. */
export const lasting: ReadonlySet<string> = new Set(["budget_spent"]);
