/** A file cannot be changed without losing something in it. */
export class CannotEdit extends Error {}
