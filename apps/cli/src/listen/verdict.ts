import type { DeliveryView, Expects } from '@parley/sdk';
import { inWords } from '../in-words.ts';
import type { GivenAnswer, MessageQuestion } from '../question.ts';
import { storable } from './captured.ts';
import type { Ran } from './process.ts';

/** What becomes of a delivery. */
export type Verdict =
  | { do: 'reply'; text: string }
  /** Of a question that a reply does not settle. */
  | { do: 'answer'; answer: GivenAnswer }
  | { do: 'acknowledge' }
  | { do: 'decline'; note: string }
  /** Tried again after a pause. */
  | { do: 'retry'; note: string; afterMs: number }
  /** Released: this process ends. */
  | { do: 'release' }
  /** Released, and nothing else is claimed: the command would fail every time. */
  | { do: 'stop'; reason: string };

export interface Policy {
  /** Whether the output is sent as a reply. */
  reply: boolean;
  /** Directs replies to the sender, who is expected to do this; otherwise they are directed to nobody. */
  expects?: Expects | undefined;
  /** Whether a failure is tried again. */
  retry: boolean;
  timeoutMs: number;
}

/** The server fails a delivery when it is released after this attempt, without a note. */
const lastAttempt = 5;
const mostNote = 500;

/** Status of a shell that found no such program, or could not run it. */
const unusable = [126, 127];

/** Decides by how the command ended. An output that does not answer the question of the message is a failure. */
export function verdictOf(
  ran: Ran,
  { expects, attempt }: Pick<DeliveryView, 'expects' | 'attempt'>,
  policy: Policy,
  question?: Pick<MessageQuestion, 'answerIn' | 'form'>,
): Verdict {
  const failed = (why: string): Verdict => {
    const note = noteOf(why);
    if (!policy.retry || attempt >= lastAttempt) return { do: 'decline', note };
    return { do: 'retry', note, afterMs: 1_000 * 2 ** (attempt - 1) };
  };
  switch (ran.end) {
    case 'not started':
      return { do: 'stop', reason: ran.reason };
    case 'stopped':
      return { do: 'release' };
    case 'timeout':
      return failed(`No result within ${inWords(policy.timeoutMs / 1000)}`);
    case 'killed':
      return failed(`The command was ended by ${ran.by}`);
    case 'exited': {
      const { code, lastError } = ran;
      if (unusable.includes(code)) return { do: 'stop', reason: lastError || `The command exited with status ${code}` };
      if (code !== 0) return failed(lastError || `The command exited with status ${code}`);
      const isWanted = policy.reply && expects !== 'nothing';
      const text = isWanted ? ran.output.text : '';
      if (question && isWanted) {
        const answer = question.answerIn(text);
        return answer ? { do: 'answer', answer } : failed(`The output is no answer: ${question.form}`);
      }
      return text ? { do: 'reply', text } : { do: 'acknowledge' };
    }
  }
}

/** A note that the server accepts. */
export const noteOf = (text: string): string =>
  [...storable(text).toWellFormed()].slice(0, mostNote).join('').trim() || 'No reason given';
