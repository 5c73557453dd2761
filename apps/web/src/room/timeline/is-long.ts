/** About as many characters as a line of the conversation has. */
const perLine = 90;
/** So many lines are shown. A few more are not worth a button. */
const most = 24;

/** Whether a text has so many lines that most of it is hidden at first. Known without drawing it, so that lines do not move. */
export function isLong(text: string): boolean {
  let lines = 0;
  for (let start = 0; lines <= most;) {
    const end = text.indexOf('\n', start);
    lines += Math.max(1, Math.ceil(((end < 0 ? text.length : end) - start) / perLine));
    if (end < 0) break;
    start = end + 1;
  }
  return lines > most;
}
