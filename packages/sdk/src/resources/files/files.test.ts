import { describe, expect, test } from 'vitest';
import { json, scripted, silent, type Step } from '../../../test/scripted-fetch.ts';
import { NetworkError, Parley, TimeoutError, UnexpectedAnswerError, type DownloadOptions } from '../../index.ts';

const id = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const sha256OfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const forAll = { timeoutMs: 60_000, idleMs: 60_000 };

/** A body that sends these pieces, and then ends, breaks off or says nothing more. */
function body(pieces: readonly string[], then: 'end' | 'break' | 'silence' | 'more' = 'end') {
  const left = [...pieces];
  const seen = { isCancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = left.shift() ?? (then === 'more' ? 'more' : undefined);
      if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
      else if (then === 'end') controller.close();
      else if (then === 'break') controller.error(new TypeError('terminated'));
      else await new Promise(() => {});
    },
    cancel: () => void (seen.isCancelled = true),
  });
  return { stream, seen };
}

const sends =
  ({ stream }: ReturnType<typeof body>, headers: Record<string, string> = { 'content-length': '3' }): Step =>
  () =>
    new Response(stream, { headers: { etag: `"${sha256OfAbc}"`, ...headers } });

const filesOf = (...steps: [Step, ...Step[]]) => {
  const { fetch, requests } = scripted(...steps);
  return {
    files: new Parley({ baseUrl: 'http://parley.test', fetch, maxRetries: 0 }).space({ spaceId: id, key: 'k' }).files,
    requests,
  };
};

const download = (step: Step, options: DownloadOptions = forAll) => filesOf(step).files.download(id, options);

describe('a download', () => {
  test('is the bytes of the file, however many pieces they come in', async () => {
    expect(await download(sends(body(['a', 'bc'])))).toEqual(new TextEncoder().encode('abc'));
  });

  test('that stops without ending is given up after `idleMs` without bytes, and its connection is closed', async () => {
    const answer = body(['ab'], 'silence');
    await expect(download(sends(answer), { idleMs: 20 })).rejects.toThrow(TimeoutError);
    expect(answer.seen.isCancelled).toBe(true);
  });

  test('of more bytes than the file has is given up, however many follow', async () => {
    const answer = body(['abc'], 'more');
    await expect(download(sends(answer))).rejects.toThrow(UnexpectedAnswerError);
    expect(answer.seen.isCancelled).toBe(true);
  });

  test('of fewer bytes throws, and so does one that is cut off', async () => {
    await expect(download(sends(body(['ab'])))).rejects.toThrow(UnexpectedAnswerError);
    await expect(download(sends(body(['ab'], 'break')))).rejects.toThrow(NetworkError);
  });

  test('without a reliable length has the bound of what is known of the file', async () => {
    for (const headers of [{}, { 'content-length': '2', 'content-encoding': 'br' }]) {
      const { files, requests } = filesOf(sends(body(['abc']), headers), json({ fileId: id, bytes: 3 }));
      expect(await files.download(id)).toHaveLength(3);
      expect(requests.map(({ url }) => new URL(url).pathname.split('/').at(-1))).toEqual(['download', id]);
    }
    const { files } = filesOf(sends(body(['abc'], 'more'), {}), json({ fileId: id, bytes: 3 }));
    await expect(files.download(id)).rejects.toThrow(UnexpectedAnswerError);
  });

  test('ends with the reason of its signal', async () => {
    const ending = new AbortController();
    const aborts: Step = () => {
      const answer = body(['a'], 'break');
      ending.abort(new Error('enough'));
      return sends(answer)(new Request('http://parley.test'));
    };
    await expect(download(aborts, { signal: ending.signal, ...forAll })).rejects.toThrow('enough');
    await expect(download(silent, { timeoutMs: 1 })).rejects.toThrow(TimeoutError);
  });

  test('with a misspelt option is refused before anything is sent', async () => {
    await expect(download(silent, { idleMS: 1 } as DownloadOptions)).rejects.toThrow(TypeError);
  });
});

test('a stream waits only while somebody reads it, and has the same bounds', async () => {
  const { files } = filesOf(sends(body(['ab', 'c', 'd'])));
  const reader = (await files.stream(id, forAll)).getReader();
  expect([(await reader.read()).value?.length, (await reader.read()).value?.length]).toEqual([2, 1]);
  await expect(reader.read()).rejects.toThrow(UnexpectedAnswerError);
});
