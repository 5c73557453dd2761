/** When a caller should try again at a server that is full: a different time for each, so that they do not all come back at once. */
export const laterSeconds = (): number => 2 + Math.floor(Math.random() * 9);
