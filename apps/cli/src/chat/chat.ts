import { KeyError, type Space } from '@parley/sdk';
import { HeldLocks } from './held-locks.ts';
import { onKeys } from './keyboard.ts';
import { blank, met, told, type Model } from './model.ts';
import { Outbox } from './outbox.ts';
import { eventsWithPast } from './past.ts';
import { press } from './press.ts';
import { resized } from './scroll.ts';
import { Stage } from './stage.ts';
import { Terminal } from './terminal.ts';
import { fulfil } from './wishes.ts';

export interface ChatOptions {
  /** Your participant id, where it is known. */
  me?: string;
  colours: boolean;
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  signal?: AbortSignal;
}

/**
 * Fills the terminal with a space to talk in, until the user goes, the signal says so, or the space is over. Answers whether the
 * user is a participant no more.
 */
export async function chat(space: Space, { me, colours, input, output, signal }: ChatOptions): Promise<{ isOut: boolean }> {
  if (!input.isTTY || !output.isTTY)
    throw new Error('A chat needs a terminal; elsewhere there are `parley watch` and `parley send`');
  const ending = new AbortController();
  const gone = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const end = () => ending.abort();
  const terminal = new Terminal(input, output);
  const stage = new Stage(blank(terminal.size, me ?? space.participantId), terminal, colours);
  const redraw = () => {
    terminal.forget();
    stage.change((model) => resized(model, terminal.size));
  };
  const locks = new HeldLocks(space);
  const world = { space, locks, stage, outbox: new Outbox(space, gone), gone, end, redraw };

  terminal.take();
  const stopKeys = onKeys(input, (key) => {
    const { model, wish } = press(stage.model, key);
    stage.change(() => model);
    if (wish) void fulfil(wish, world);
  });
  input.on('end', end).on('error', end);
  output.on('resize', redraw).on('error', end);
  try {
    await follow(space, stage, gone);
  } finally {
    ending.abort();
    stopKeys();
    terminal.restore();
    input.off('end', end).off('error', end);
    // What was written last may fail yet, when the terminal is gone: that is no crash.
    output.off('resize', redraw);
    const { over, unsent } = stage.model;
    if (over) output.write(`${over}\n`);
    if (unsent > 0) output.write('What you wrote last may not have been sent.\n');
    await locks.giveAllBack();
  }
  return { isOut: stage.model.isOut ?? false };
}

/** The service speaks every 15 s: whoever looks at the screen need not wait for long to see that the line is dead. */
const idleMs = 20_000;

/** Shows what happens in the space until that is over or the user is gone. */
async function follow(space: Space, stage: Stage, gone: AbortSignal): Promise<void> {
  const show = (connection: Model['connection']) => stage.change((model) => ({ ...model, connection }));
  const telling = { onConnect: () => show('live'), onDisconnect: () => show('reconnecting') };
  show('connecting');
  try {
    const { name, participants, artifacts } = await space.get({ signal: gone });
    stage.change((model) => met({ ...model, space: name, documents: artifacts }, participants));
    for await (const event of eventsWithPast(space, gone, { idleMs, ...telling })) {
      stage.change((model) => told(model, event));
      if (stage.model.over) return;
    }
    if (!gone.aborted) stage.change((model) => ({ ...model, over: 'This space is over.' }));
  } catch (error) {
    if (gone.aborted) return;
    if (!(error instanceof KeyError) || error.code !== 'key_revoked') throw error;
    stage.change((model) => ({ ...model, isOut: true, over: 'You are no participant of this space any more.' }));
  }
}
