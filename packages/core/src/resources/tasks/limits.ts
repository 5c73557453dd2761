export const maxTaskTitleCharacters = 200;

export const maxTaskTextCharacters = 20_000;

/** Tasks of a space that have not ended. */
export const maxOpenTasks = 500;

/** Participants that a task can be meant for. */
export const maxTaskAddressees = 10;
