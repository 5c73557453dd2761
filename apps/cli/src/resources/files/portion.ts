import { inBytes } from '@parley/core/size';

/** How much of a file has been sent or has arrived. */
export const portion = (done: number, bytes: number): string =>
  `${bytes === 0 ? 100 : Math.floor((100 * Math.min(done, bytes)) / bytes)}% of ${inBytes(bytes)}`;

/** Bytes that know how many of them have been read for a request. Another try reads them from the start. */
export class Counted extends Blob {
  read = 0;

  override stream(): ReturnType<Blob['stream']> {
    this.read = 0;
    return super.stream().pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (bytes, controller) => {
          this.read += bytes.length;
          controller.enqueue(bytes);
        },
      }),
    );
  }
}
