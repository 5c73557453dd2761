/** The message of all senders: two lines of a chat. */
export const content =
  'The second draft of the agenda is in the artifact; I moved the budget to the end, because Ana can only join us for the ' +
  'first half hour. Please look at the open questions before we start.';
