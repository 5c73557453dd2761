/** What is done of it in one turn of the event loop: a part of all that waits, so that nothing waits for many turns. */
const [part, atLeast] = [1 / 4, 100];

/**
 * Does things a few at a time, each time after what else a turn of the event loop has to do. A refusal that is sent at once lets its client
 * ask again at once: the loop reads up to 48 times 1,024 sockets before it does anything else, so with that many clients it would do
 * nothing but refuse.
 */
export function behindWork(): (act: () => void) => void {
  const waiting: (() => void)[] = [];
  let isDue = false;
  const turn = () => {
    const due = waiting.splice(0, Math.max(atLeast, Math.ceil(waiting.length * part)));
    isDue = waiting.length > 0;
    if (isDue) setImmediate(turn);
    for (const act of due) act();
  };
  return (act) => {
    waiting.push(act);
    if (!isDue) setImmediate(turn);
    isDue = true;
  };
}
