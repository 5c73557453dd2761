import { KeyError, type Space } from '@parley/sdk';
import { setImmediate } from 'node:timers/promises';
import { uninterrupted } from '../interruption.ts';
import { editArtifact } from './artifacts/editing.ts';
import { HeldLocks } from './artifacts/held-locks.ts';
import { onKeys } from './keyboard.ts';
import { lending } from './lending.ts';
import { blank, met, type Left, type Model } from './model.ts';
import { Outbox } from './outbox.ts';
import { eventsWithPast } from './past.ts';
import { press } from './press.ts';
import { resources } from './resources.ts';
import { tellsOfReply } from './deliveries/receipts.ts';
import { Settling } from './deliveries/settling.ts';
import { caughtUp, leaving } from './since.ts';
import { Stage } from './stage.ts';
import { suspendable } from './suspension.ts';
import { streams, Terminal } from './terminal.ts';
import { farewell } from './view.ts';
import { told } from './told.ts';
import { fulfil } from './wishes.ts';

export interface ChatOptions {
  /** Your participant id, where it is known. */
  me?: string;
  /** Where the user was when an earlier chat ended. */
  returning?: Left | undefined;
  colours: boolean;
  /** Where edited text is saved if it could not be written. */
  folder: string;
  /** Ends the chat; SIGINT is expected to abort it. */
  signal: AbortSignal;
}

export interface Ended {
  /** The user was removed from the space. */
  isOut: boolean;
  /** The user left the space: the key no longer works. */
  hasLeft: boolean;
  /** The space is closed or has expired. */
  isClosed: boolean;
  /** Where the user was in the conversation; undefined if it was never shown. */
  place: Left | undefined;
}

/** Shows a space in full screen until the user quits, the signal is aborted, or the space ends. */
export async function chat(space: Space, options: ChatOptions): Promise<Ended> {
  const { me, returning, colours, folder, signal } = options;
  const ending = new AbortController();
  const gone = AbortSignal.any([signal, ending.signal]);
  const end = () => ending.abort();
  const { input, output } = streams();
  const terminal = new Terminal(input, output);
  const stage = new Stage(blank(terminal.size, me ?? space.participantId, returning), terminal, colours);
  const locks = new HeldLocks(space);
  const settling = new Settling(space);
  const lent = lending(terminal, stage, gone);
  const { redraw } = lent;
  let editing = Promise.resolve();
  const edit = (artifactId: string) =>
    (editing = editArtifact(artifactId, { space, locks, lending: lent, folder, ...uninterrupted }));

  // Raw input hides Ctrl-C from the process.
  const interrupt = () => void process.kill(process.pid, 'SIGINT');
  const suspension = suspendable(lent.lend, lent.takeBack);
  const { suspend } = suspension;
  const outbox = new Outbox(space, gone);
  const world = { space, locks, settling, stage, outbox, gone, edit, end, interrupt, suspend, redraw };

  let isWhole = true;
  terminal.take();
  const stopKeys = onKeys(input, (key) => {
    const { model, wish } = press(stage.model, key);
    stage.change(() => model);
    if (wish) void fulfil(wish, world);
  });
  input.on('end', end).on('error', end);
  output.on('resize', redraw).on('error', end);
  try {
    await follow({ space, settling }, stage, gone, returning, (after) => (isWhole = (returning?.sequence ?? after) >= after));
  } finally {
    ending.abort();
    // An open editor has the terminal and a text to save. Its outcome is noted before the last lines are written.
    await editing.catch(() => {});
    await setImmediate();
    stopKeys();
    suspension.end();
    terminal.restore();
    input.off('end', end).off('error', end);
    // The listener for errors stays: a write to a terminal that is gone fails later.
    output.off('resize', redraw);
    terminal.print(farewell(stage.model, colours));
    await Promise.all([locks.releaseAll(), settling.releaseAll()]);
  }
  const { isOut = false, hasLeft = false, isClosed = false } = stage.model;
  const left = leaving(stage.model);
  // What was not even loaded stays unread.
  const place = left && returning && !isWhole ? { ...left, sequence: returning.sequence } : left;
  return { isOut, hasLeft, isClosed, place };
}

/** The service sends something every 15 s, so 20 s of silence mean a dead connection. */
const idleMs = 20_000;

/** Shows what happens in the space until it ends or the user quits. */
async function follow(
  { space, settling }: { space: Space; settling: Settling },
  stage: Stage,
  gone: AbortSignal,
  returning: Left | undefined,
  onBegin: (after: number) => void,
): Promise<void> {
  const show = (connection: Model['connection']) => stage.change((model) => ({ ...model, connection }));
  const listeners = {
    onConnect: () => show('live'),
    onDisconnect: () => show('reconnecting'),
    onCaughtUp: () => stage.change(caughtUp),
    onBegin,
    readTo: returning?.sequence,
  };
  const seat = { space, signal: gone, change: stage.change.bind(stage) };
  const followers = resources.flatMap(({ follows }) => follows?.(seat) ?? []);
  show('connecting');
  try {
    const { name, participants, artifacts } = await space.get({ signal: gone });
    stage.change((model) => met({ ...model, space: name, artifacts }, participants));
    for await (const event of eventsWithPast(space, gone, { idleMs, ...listeners })) {
      stage.change((model) => told(model, event));
      for (const hear of followers) hear(event);
      if (event.type === 'delivery' && tellsOfReply(stage.model, event.data)) settling.notice(event.data.deliveryId);
      if (stage.model.over) return;
    }
    if (!gone.aborted) stage.change((model) => ({ ...model, isClosed: true, over: 'This space has ended.' }));
  } catch (error) {
    if (gone.aborted) return;
    if (!(error instanceof KeyError) || error.code !== 'key_revoked') throw error;
    stage.change((model) => ({ ...model, isOut: true, over: 'You are no longer a participant of this space.' }));
  }
}
