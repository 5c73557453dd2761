import type { Message, StreamEvent } from '@parley/testing';

/** One request and its answer. */
export interface Attempt {
  operation: string;
  /** The server that was asked, by its place. */
  server: number;
  /** When it was answered, by a clock that never goes back. */
  at: number;
  ms: number;
  /** 0 if the connection ended without an answer; undefined if no answer came in time. */
  status: number | undefined;
  /** The code of a refusal, or why there is no answer. */
  why?: string | undefined;
  /** Whether it said when to try again. */
  saysWhen: boolean;
}

/** A message, however often it was tried. */
export interface Sent {
  content: string;
  /** When the first try was sent, and when one was acknowledged. */
  sentAt: number;
  answeredAt?: number;
  messageId?: string;
}

/** An acknowledged write of an artifact. */
export interface Written {
  artifactId: string;
  version: number;
  sha256: string;
  actorId: string;
}

/** What many clients did, and what they were told. */
export class History {
  readonly attempts: Attempt[] = [];
  readonly sent: Sent[] = [];
  readonly written: Written[] = [];

  get acknowledged(): number {
    return this.sent.filter(({ messageId }) => messageId !== undefined).length + this.written.length;
  }
}

/** What one reader saw of a space, in the order in which it arrived. */
export interface View {
  reader: string;
  events: readonly StreamEvent[];
  polled: readonly Message[];
}
