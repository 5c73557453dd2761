/** Characters of the code that a human types to link an agent. */
export const userCodeLength = 8;
