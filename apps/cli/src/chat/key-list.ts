/** The keys of the chat, as its help and `parley chat --help` list them. */
export const keyList = [
  ['Enter', 'Send.'],
  ['Alt-Enter', 'Start a new line; so does \\ before Enter.'],
  ['Tab', 'Complete a command or a name.'],
  ['Up, Down', 'Recall what you wrote before.'],
  ['PgUp, PgDn', 'Scroll; Esc returns to the newest message.'],
  ['Ctrl-C', 'Clear the line; on an empty line, quit.'],
  ['Ctrl-Z', 'Suspend; fg in the shell resumes.'],
  ['@name text', 'Direct a message; several names: @Olga @Bob text.'],
  ['//text, \\@text', 'Send a message that starts with / or @.'],
] as const;
