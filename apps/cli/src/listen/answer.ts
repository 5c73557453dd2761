import { LeaseLostError, ParleyError, type CallOptions, type Delivery, type Expects, type Space } from '@parley/sdk';
import { setTimeout as sleep } from 'node:timers/promises';
import { aboutMessages } from '../resources/about-messages.ts';
import { Failure } from '../failure.ts';
import { short } from '../naming.ts';
import type { GivenAnswer, MessageQuestion } from '../question.ts';
import type { Output } from '../terminal/output.ts';
import { harmless } from '../watch/harmless.ts';
import { nameOf } from '../watch/wording.ts';
import { withWords, type CommandLine } from './command-line.ts';
import { deliveryVariables } from './environment.ts';
import { inputOf } from './input.ts';
import { run, type Ran } from './process.ts';
import type { AgentSession, SessionRun } from './session.ts';
import { noteOf, verdictOf, type Policy, type Verdict } from './verdict.ts';
import { workOn, type LeaseTerms } from './work.ts';

/** What is run for each delivery. */
export interface Plan {
  command: CommandLine;
  /** The scrubbed environment. */
  env: NodeJS.ProcessEnv;
  cwd: string;
  policy: Policy;
  /** How many earlier messages the command gets; undefined: the message alone. */
  history: number | undefined;
  /** The session that the runs for a participant continue. */
  sessionOf: ((participantId: string) => AgentSession) | undefined;
}

interface Answering extends Plan {
  /** Stops the command. */
  signal: AbortSignal;
  out: Output;
}

/** Time to settle a delivery after Ctrl-C, once the command has ended. */
const graceMs = 5_000;

/** Answers deliveries until the space ends or the signal is aborted. */
export async function answerAll(space: Space, plan: Plan, terms: LeaseTerms): Promise<void> {
  const { signal, out } = terms;
  await workOn(space, (delivery) => answer(delivery, { ...plan, signal, out }), terms);
}

/** Runs the command for a delivery and settles it by the result. */
async function answer(delivery: Delivery, answering: Answering): Promise<void> {
  const { policy, signal, out } = answering;
  const { message, view } = delivery;
  const [id, from] = [short(delivery.id), nameOf({ name: message.senderName })];
  out.note(`${id}: claimed, message #${message.sequence} from ${from}`);
  const question = await asked(delivery, signal);
  const ran = await ranFor(delivery, answering, question);
  const verdict = verdictOf(ran, view, policy, question);
  const grace = graceAfter(signal);
  const call = { signal: grace.signal };
  const report = await (
    question ? settled(delivery, { verdict, question }, answering, call) : carriedOut(delivery, verdict, answering, call)
  )
    .catch((error: unknown) => unsettled(delivery, error))
    .finally(grace.end);
  const { deliveryId, messageId, senderId, attempt } = view;
  const { result, note } = report;
  out.done({ deliveryId, messageId, senderId, attempt, ...report }, `${id}: ${result}${note ? `: ${harmless(note)}` : ''}`);
  if (verdict.do === 'stop') {
    throw new Failure('usage', `The command cannot run: ${verdict.reason}`, 'the delivery was released');
  }
}

/** What the message asks besides a reply; undefined if it asks nothing, or if the work is to end. */
async function asked({ space, message, signal: lost }: Delivery, ending: AbortSignal): Promise<MessageQuestion | undefined> {
  const signal = AbortSignal.any([ending, lost]);
  return aboutMessages.questionIn(space, message, { signal, maxRetries: Infinity }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return undefined;
  });
}

/** Runs the command, in its session if it has one. */
async function ranFor(delivery: Delivery, answering: Answering, question: MessageQuestion | undefined): Promise<Ran> {
  const session = answering.sessionOf?.(delivery.view.participantId);
  if (!session) return ranWith(undefined, delivery, answering, question);
  const continued = await session.run();
  const ran = await ranWith(continued, delivery, answering, question);
  if (ran.end !== 'exited' || ran.code === 0 || !continued.continues) return ran;
  // The agent may have lost the session. That is no reason to decline.
  await continued.forget();
  return ranWith(await session.run(), delivery, answering, question);
}

/** Runs the command with what it has to read. */
async function ranWith(
  continued: SessionRun | undefined,
  delivery: Delivery,
  { command, env, cwd, policy, history, ...terms }: Answering,
  question: MessageQuestion | undefined,
): Promise<Ran> {
  const { message, space, view, id } = delivery;
  const signal = AbortSignal.any([terms.signal, delivery.signal]);
  const input = await inputOf(delivery, { history, after: continued?.after ?? 0, question }, signal).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (input === undefined) return { end: 'stopped' };
  const ran = await run(continued ? withWords(command, continued.words) : command, {
    input,
    env: { ...env, ...deliveryVariables(space.spaceId, view) },
    cwd,
    timeoutMs: policy.timeoutMs,
    signal,
    onErrorLine: (line) => terms.out.note(`${short(id)}| ${harmless(line)}`),
  });
  if (ran.end === 'exited' && ran.code === 0) await continued?.keep(message.sequence);
  return ran;
}

/** How this process ended its work on a delivery. */
interface AnswerReport {
  result: 'replied' | 'answered' | 'acknowledged' | 'declined' | 'released' | 'done' | 'failed' | 'lost' | 'unsettled';
  note?: string;
}

/** The same for a delivery whose message asks a question: the command itself can have answered it, or others can have ended it. */
async function settled(
  delivery: Delivery,
  { verdict, question }: { verdict: Verdict; question: MessageQuestion },
  answering: Answering,
  call: CallOptions,
): Promise<AnswerReport> {
  const isFailure = verdict.do === 'decline' || verdict.do === 'retry';
  if (isFailure && (await question.isOver(delivery.view.participantId, call)))
    return { result: 'done', note: 'there is nothing left to answer' };
  return carriedOut(delivery, verdict, answering, call);
}

/** Tells the server. If nothing was expected, there is no lease, and nothing to settle. */
async function carriedOut(
  delivery: Delivery,
  verdict: Verdict,
  { policy: { expects }, signal }: Answering,
  call: CallOptions,
): Promise<AnswerReport> {
  if (verdict.do !== 'reply' && !delivery.isHeld) {
    delivery.signal.throwIfAborted();
    return 'note' in verdict ? { result: 'failed', note: verdict.note } : { result: 'done' };
  }
  switch (verdict.do) {
    case 'reply':
      return replied(delivery, verdict.text, expects, call);
    case 'answer':
      return answered(delivery, verdict.answer, call);
    case 'acknowledge':
      await delivery.acknowledge(undefined, call);
      return { result: 'acknowledged' };
    case 'decline':
      await delivery.decline(verdict.note, call);
      return { result: 'declined', note: verdict.note };
    case 'retry':
      await sleep(verdict.afterMs, undefined, { signal: AbortSignal.any([signal, delivery.signal]) }).catch(() => {});
      await delivery.release(call);
      return { result: 'released', note: verdict.note };
    case 'release':
    case 'stop':
      await delivery.release(call);
      return { result: 'released' };
  }
}

/** A reply that the server refuses, for example of a muted participant, declines the delivery with the refusal. */
async function replied(delivery: Delivery, text: string, expects: Expects | undefined, call: CallOptions): Promise<AnswerReport> {
  try {
    await delivery.reply(text, { ...call, ...(expects && { to: delivery.message.senderId, expects }) });
    return { result: 'replied' };
  } catch (error) {
    return refused(delivery, 'The reply', error, call);
  }
}

/** The answer settles the delivery. */
async function answered(delivery: Delivery, { what, give }: GivenAnswer, call: CallOptions): Promise<AnswerReport> {
  try {
    await give({ ...call, maxRetries: Infinity });
    return { result: 'answered', note: what };
  } catch (error) {
    return refused(delivery, 'The answer', error, call);
  }
}

/** Declines with what the server said about it. Rethrows every other error. */
async function refused(delivery: Delivery, what: string, error: unknown, call: CallOptions): Promise<AnswerReport> {
  const isRefused = error instanceof ParleyError && error.status >= 400 && error.status < 500;
  if (!isRefused || error instanceof LeaseLostError) throw error;
  const note = noteOf(`${what} was refused: ${error.message}`);
  await delivery.decline(note, call);
  return { result: 'declined', note };
}

/** The delivery is queued again when its lease expires, or it already was. */
function unsettled({ signal }: Delivery, error: unknown): AnswerReport {
  if (signal.aborted) return { result: 'lost', note: 'the lease was lost; nothing was sent' };
  return { result: 'unsettled', note: error instanceof Error ? error.message : String(error) };
}

/** Returns a signal that aborts a grace period after the other one, or after now if that is aborted already. */
function graceAfter(signal: AbortSignal): { signal: AbortSignal; end(): void } {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = () => (timer = setTimeout(() => over.abort(signal.reason), graceMs));
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', start);
  };
  return { signal: over.signal, end };
}
