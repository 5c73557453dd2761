import { obey, type Meeting } from './commands.ts';
import { returned } from './editor.ts';
import { noted } from './model.ts';
import type { Outbox } from './outbox.ts';
import type { Wish } from './press.ts';
import type { Stage } from './stage.ts';

interface World extends Meeting {
  stage: Stage;
  outbox: Outbox;
  /** Aborted when the user is gone. */
  gone: AbortSignal;
  end(): void;
  redraw(): void;
}

/** Does what a key press asked for, and shows how it went. */
export async function fulfil(wish: Wish, world: World): Promise<void> {
  const { stage, outbox, end, redraw } = world;
  switch (wish.do) {
    case 'send':
      return send(wish.text, world);
    case 'obey':
      try {
        const answer = await obey(world, stage.model, wish.text);
        if (answer !== undefined) stage.change((model) => noted(model, answer, 'plain'));
      } catch (error) {
        stage.change((model) => noted(model, reasonOf(error), 'refused'));
      }
      return;
    case 'quit':
      // What was written last is sent first; if that fails, its author is still here to see it.
      if (stage.model.unsent === 0 || (await outbox.settled)) end();
      return;
    case 'break':
      return end();
    case 'redraw':
      return redraw();
  }
}

async function send(text: string, { stage, outbox, gone }: World): Promise<void> {
  stage.change((model) => ({ ...model, unsent: model.unsent + 1 }));
  try {
    await outbox.send(text);
    stage.change((model) => ({ ...model, unsent: model.unsent - 1 }));
  } catch (error) {
    if (gone.aborted) return;
    const written = text.replace(/^(?=\/)/, '/');
    stage.change((model) => {
      const back = { ...model, unsent: model.unsent - 1, editor: returned(model.editor, written) };
      return noted(back, `Not sent: ${reasonOf(error)}`, 'refused');
    });
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
