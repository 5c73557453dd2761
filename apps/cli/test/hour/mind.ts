import type { Move, Step } from '../hosts/model.ts';
import { claimedIn, messagesIn, tasksIn, type Heard } from './heard.ts';

/** What its user says in each turn. */
export const goOn = 'Go on with round';

/** What an agent does its work with. */
export interface Tools {
  name: string;
  /** The agent that it asks. */
  other: string;
  shell(line: string): Move;
  /** A line for the shell that does a task, once, however often it is run. */
  doing(taskId: string): string;
  /** A line for the shell that runs `parley`. */
  parley(...words: string[]): string;
}

/**
 * A model that knows nothing but what it is told: it answers what is directed to it, finishes what it has begun, claims a task, does and
 * submits it, tells the room, and asks the other agent something.
 */
export function mind(tools: Tools): Step {
  let thoughts: AsyncGenerator<Move, never, string> | undefined;
  return async (told) => {
    const next = thoughts ? thoughts.next(told) : (thoughts = thinks(told, tools)).next();
    return (await next).value;
  };
}

type Acts = AsyncGenerator<Move, string, string>;

async function* thinks(first: string, tools: Tools): AsyncGenerator<Move, never, string> {
  const { name, other } = tools;
  const waiting: Heard[] = [];
  const hears = (told: string): string => {
    waiting.push(...messagesIn(told));
    return told;
  };
  async function* does(move: Move): Acts {
    return hears(yield move);
  }
  const calls = (call: string, args: object): Acts => does({ call, args });
  async function* answersAll(): AsyncGenerator<Move, void, string> {
    for (let next = waiting.shift(); next; next = waiting.shift()) yield* answers(next, tools, does);
  }
  async function* works(taskId: string): AsyncGenerator<Move, void, string> {
    let commit: string | undefined;
    while (commit === undefined) [, commit] = /commit:([\da-f]{40})/.exec(yield* does(tools.shell(tools.doing(taskId)))) ?? [];
    yield* calls('submit_task', { taskId, evidence: { note: commit } });
    yield* calls('send_message', { content: `${name} has done ${taskId} in ${commit}. ${'Details follow. '.repeat(20)}` });
  }

  hears(first);
  waiting.push(...claimedIn(first));
  for (const { taskId, state } of tasksIn(first)) if (state === 'claimed') yield* works(taskId);
  for (let turn = 1; ; turn += 1) {
    yield* answersAll();
    const listed = yield* calls('list_tasks', {});
    for (const { taskId, state } of tasksIn(listed)) {
      if (state !== 'open') continue;
      const isMine = /leaseId/.test(yield* calls('claim_task', { taskId }));
      if (!isMine) continue;
      yield* works(taskId);
      break;
    }
    yield* answersAll();
    const expects = ['reply', 'ack', 'nothing'][turn % 3];
    yield* calls('send_message', { to: [other], content: `${name} asks ${other}, ${expects}?`, expects });
    yield* answersAll();
    let told = hears(yield { say: `${name} has nothing more to do.` });
    // What came when it was about to stop; then its user says something.
    while (!told.includes(goOn)) {
      yield* answersAll();
      told = hears(yield { say: `${name} has answered.` });
    }
  }
}

async function* answers(
  { messageId, deliveryId, expects, text }: Heard,
  tools: Tools,
  does: (move: Move) => Acts,
): AsyncGenerator<Move, void, string> {
  if (text.includes('Send the build log')) yield* sendsLog(tools, does);
  const [, fileId] = /file: ([\da-f-]{36})/.exec(text) ?? [];
  if (fileId) {
    const copy = `copy-${fileId.slice(0, 8)}.log`;
    yield* does(tools.shell(`${tools.parley('get', fileId, '--out', copy, '--force')} && sha256sum ${copy}`));
  }
  if (expects === 'reply')
    yield* does({ call: 'send_message', args: { content: `Yes, says ${tools.name}.`, replyTo: messageId } });
  if (expects === 'ack') yield* does({ call: 'settle_delivery', args: { deliveryId, outcome: 'acknowledged' } });
}

async function* sendsLog(tools: Tools, does: (move: Move) => Acts): AsyncGenerator<Move, void, string> {
  const printed = yield* does(tools.shell(tools.parley('put', 'build.log')));
  const [fileId] = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/m.exec(printed) ?? [];
  const args = { to: [tools.other], content: 'Here is the build log.', attachments: [fileId], expects: 'ack' };
  yield* does({ call: 'send_message', args });
}
