import { events as schemas, type EventBody, type EventName } from '@parley/core';
import { eventually } from '../eventually.ts';
import { expect } from '../expect/expect.ts';
import { proved } from '../notes.ts';
import { afterwards } from '../runner/scope.ts';
import { faultsOf } from '../spec-only.ts';
import { target } from '../target.ts';
import { carriesTheHeadersOfAll } from './answer.ts';
import { requestFor, type Caller, type Extras, type Input } from './call.ts';
import { send } from './client.ts';

type StreamEvent = { [Name in EventName]: { event: Name; id?: string; data: EventBody<Name> } }[EventName];

/** The events of a stream so far. */
export interface Stream {
  headers: Headers;
  events: StreamEvent[];
  comments: string[];
  retry?: number;
  ended: boolean;
  names(): EventName[];
  /** The data of all events with a name so far. */
  all<Name extends EventName>(name: Name): EventBody<Name>[];
  /** Waits for a matching event with a name. */
  first<Name extends EventName>(name: Name, such?: (data: EventBody<Name>) => boolean): Promise<EventBody<Name>>;
  end(): Promise<unknown>;
}

export async function openStream(caller: Caller, input?: Input, extras?: Extras): Promise<Stream> {
  const leave = new AbortController();
  const response = await send(requestFor('streamMessages', caller, input, { ...extras, signal: leave.signal }));
  expect(response.status, response.status === 200 ? '' : await response.text()).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  carriesTheHeadersOfAll(response.headers);
  proved('streamMessages', 200);

  const events: StreamEvent[] = [];
  const all = <Name extends EventName>(name: Name) =>
    events.filter(({ event }) => event === name).map(({ data }) => data as EventBody<Name>);
  let failure: { error: unknown } | undefined;
  /** A failure of the stream also breaks the check that waits for it. */
  const heard = (look: () => unknown) =>
    eventually(() => {
      if (failure) throw failure.error;
      return look();
    });
  const stream: Stream = {
    headers: response.headers,
    events,
    comments: [],
    ended: false,
    names: () => events.map(({ event }) => event),
    all,
    first: (name, such = () => true) => heard(() => all(name).find(such)) as Promise<EventBody<typeof name>>,
    end: () => heard(() => stream.ended),
  };
  const following = follow(response, stream, leave.signal).catch((error: unknown) => (failure = { error }));
  afterwards(async () => {
    leave.abort();
    await following;
    if (failure) throw failure.error;
  });
  // From here on no event may be missed: `ready` marks the start of the stream.
  if (!target().specOnly) await stream.first('ready');
  return stream;
}

async function follow(response: Response, stream: Stream, left: AbortSignal): Promise<void> {
  let unread = '';
  try {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (unread + text).split(/\r?\n\r?\n/);
      unread = blocks.pop()!;
      for (const block of blocks) take(block, stream);
    }
    stream.ended = true;
  } catch (error) {
    if (!left.aborted) throw error;
  }
}

function take(block: string, stream: Stream): void {
  const fields: Record<string, string> = {};
  for (const line of block.split(/\r?\n/)) {
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line)!;
    if (field) fields[field] = field in fields ? `${fields[field]}\n${value}` : value!;
    else stream.comments.push(value!);
  }
  if (fields['retry']) stream.retry = Number(fields['retry']);
  if (fields['data'] === undefined) return;
  const event = (fields['event'] ?? 'message') as EventName;
  const data: unknown = JSON.parse(fields['data']);
  // The specification does not define the data of events.
  if (event in schemas && !target().specOnly) expect(faultsOf(schemas[event], data), `${event}: ${fields['data']}`).toEqual([]);
  stream.events.push({ event, data, ...(fields['id'] && { id: fields['id'] }) } as StreamEvent);
}
