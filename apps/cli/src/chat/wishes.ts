import { counted } from '@parley/core/words';
import type { Meeting } from './meeting.ts';
import { left, type Wish } from './model.ts';
import { discarded, isSending } from './pending.ts';
import { reasonOf } from './reason.ts';
import { added, noted } from './scroll.ts';
import { retry, send, settle, type Sender } from './sending.ts';

/** Everything outside the model. */
export interface World extends Pick<Meeting, 'space' | 'locks' | 'settling' | 'edit'>, Sender {
  /** Ends the chat. */
  end(): void;
  /** Ends the chat and the process, as Ctrl-C ends any command. */
  interrupt(): void;
  suspend(): void;
  redraw(): void;
}

/** Does what a key press asked for and shows the outcome. */
export async function fulfil(wish: Wish, world: World): Promise<void> {
  const { stage } = world;
  switch (wish.do) {
    case 'send':
      return send(world, wish.text, wish.direction);
    case 'run':
      try {
        const answer = await wish.order.run(meetingIn(world), stage.model);
        if (typeof answer === 'string') stage.change((model) => noted(model, answer, 'plain'));
        else if (answer) stage.change((model) => added(model, answer));
      } catch (error) {
        stage.change((model) => noted(model, reasonOf(error), 'refused'));
      }
      return;
    case 'quit':
      return quit(world);
    case 'end':
    case 'interrupt':
    case 'suspend':
    case 'redraw':
      return world[wish.do]();
  }
}

function meetingIn(world: World): Meeting {
  const { space, locks, settling, edit, stage, end } = world;
  const leave = async () => {
    await space.leave();
    stage.change(left);
    end();
  };
  const discard = () => stage.change(discarded);
  return {
    ...{ space, locks, settling, edit, leave, discard },
    direct: (text, direction) => send(world, text, direction),
    retry: () => retry(world),
    quit: () => quit(world),
  };
}

/** Waits for messages that are being sent, and asks before it gives up any that failed. */
async function quit(world: World): Promise<void> {
  const { stage, end } = world;
  if (isSending(stage.model))
    stage.change((model) => noted(model, 'Quitting once everything is sent. Press Ctrl-C twice to quit now.'));
  const unsent = await settle(world);
  if (unsent === 0) return end();
  const text = `${counted(unsent, 'message was', 'messages were')} not sent. Quit anyway?`;
  stage.change((model) => ({ ...model, question: { text, yes: { do: 'end' } } }));
}
