/** What transports ask about a form of answers. */
export interface AnswerForm {
  /** Every transport carries JSON, and tRPC a text as JSON too; only REST carries a file, and only streams carry events. */
  readonly kind: 'json' | 'text' | 'file' | 'events';
  /** The answer carries an `ETag`, and 304 answers an `If-None-Match` that names it. */
  readonly hasTag?: boolean;
  /** A media type that a request can choose in place of JSON, by `Accept` or by a field. */
  readonly or?: 'text/plain' | 'text/markdown' | 'text/x-diff' | 'text/event-stream';
}

/** The forms of answers. */
export const answerForms = {
  json: { kind: 'json' },
  /** JSON about a version of an artifact, with its tag. */
  taggedJson: { kind: 'json', hasTag: true },
  /** A text in place of JSON with `format: 'text'`. */
  jsonOrText: { kind: 'json', or: 'text/plain' },
  /** JSON, or the text that `asMarkdown` makes of it. */
  jsonOrMarkdown: { kind: 'json', or: 'text/markdown' },
  /** A difference as JSON or as unified text. */
  jsonOrDiff: { kind: 'json', or: 'text/x-diff' },
  /** The answer to a question as JSON, or as the events `start`, `result` and `complete`. */
  jsonOrEvents: { kind: 'json', or: 'text/event-stream' },
  /** The Markdown of an artifact. */
  text: { kind: 'text', hasTag: true },
  /** The events of a space, without an end. */
  events: { kind: 'events' },
  /** A file that is made while it is sent. */
  file: { kind: 'file' },
  /** A stored file, of which `Range` asks for a part. */
  bytes: { kind: 'file', hasTag: true },
  /** A stored file that is sent once: requests for a preview or in advance are refused. */
  bytesOnce: { kind: 'file' },
} as const satisfies Record<string, AnswerForm>;

export type Answers = keyof typeof answerForms;
