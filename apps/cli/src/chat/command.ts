import type { Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { exitCodes, Failure } from '../failure.ts';
import { fetch } from '../fetch.ts';
import { pairs } from '../help.ts';
import { uninterrupted } from '../interruption.ts';
import { wantsColours } from '../terminal/colours.ts';
import { output } from '../terminal/streams.ts';
import { keyList } from './key-list.ts';

export function chatCommand(program: Command): void {
  const chatting = program.command('chat').description('open a full-screen chat in the space').action(act(chat));
  pairs(chatting, 'Keys:', [...keyList, ['/help', 'List the commands.']]);
}

const chat: Verb<object, []> = async (context) => {
  if (!process.stdin.isTTY || !output.isTTY) {
    throw new Failure(
      'usage',
      '`parley chat` needs a terminal',
      'without one, use `parley send`, `parley messages` and `parley watch`',
    );
  }
  // The chat uses the whole screen: no spinner or note may draw on it. It must be able to release its locks after an interruption.
  const place = await context.place();
  const space = await context.open(place, { ...uninterrupted, fetch, hooks: { warn: () => {} } });
  const { chat } = await import('./chat.ts');
  const me = space.participantId;
  const { spaces } = context;
  const returning = place.kept && (await spaces.marks.of(place.spaceId));
  const {
    isOut,
    hasLeft,
    isClosed,
    place: left,
  } = await chat(space, {
    ...(me && { me }),
    returning,
    colours: wantsColours(output),
    folder: context.folder,
    signal: context.signal,
  });
  if (place.kept && left) await spaces.marks.move(place.spaceId, left);
  if (place.kept && hasLeft) await spaces.forget(place.kept);
  if (isClosed && context.current && (await spaces.leaveCurrent(context.current)))
    context.out.note('It is no longer your current space; `parley use SPACE` chooses another.');
  if (isOut) process.exitCode = exitCodes.keyNeeded;
};
