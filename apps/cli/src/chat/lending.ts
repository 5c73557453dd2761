import { resized } from './scroll.ts';
import type { Stage } from './stage.ts';
import type { Terminal } from './terminal.ts';

/** Gives the terminal to the shell or to an editor, and takes it back. */
export interface Lending {
  lend(): void;
  takeBack(): void;
  /** Lends the terminal to another program while `work` runs; nothing takes it back earlier. */
  during<T>(work: () => Promise<T>): Promise<T>;
  redraw(): void;
}

/** A terminal that is lent when the chat ends is not taken back. */
export function lending(terminal: Terminal, stage: Stage, gone: AbortSignal): Lending {
  let isInUse = false;
  const redraw = () => {
    terminal.forget();
    stage.change((model) => resized(model, terminal.size));
  };
  const lend = () => {
    terminal.restore();
    stage.change((model) => ({ ...model, isAway: true }));
  };
  const takeBack = () => {
    if (isInUse || gone.aborted) return;
    // After SIGSTOP the terminal is still marked as taken, but the shell has reset it.
    terminal.restore();
    terminal.take();
    redraw();
  };
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    isInUse = true;
    lend();
    try {
      return await work();
    } finally {
      isInUse = false;
      takeBack();
    }
  };
  return { lend, takeBack, during, redraw };
}
