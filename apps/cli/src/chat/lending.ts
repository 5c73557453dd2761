import { resized } from './scroll.ts';
import type { Stage } from './stage.ts';
import type { Terminal } from './terminal.ts';

/** How the terminal goes to the shell or to an editor, and comes back. */
export interface Lending {
  lend(): void;
  takeBack(): void;
  /** Lends the terminal to a program that runs as long as `work` does; nothing takes it back meanwhile. */
  during<T>(work: () => Promise<T>): Promise<T>;
  redraw(): void;
}

/** The terminal stays lent when the chat is gone by the time it could come back. */
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
    // After a stop that could not be prepared for, the terminal is not as it was left.
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
