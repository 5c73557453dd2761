import { ServiceError } from '@parley/core';

/** An answer that is a file, made while it is sent. */
export class Download {
  readonly fileName: string;
  readonly mediaType: string;
  /** Approximate size. */
  readonly bytes: number;
  readonly texts: () => AsyncIterable<string | Uint8Array>;
  /** Must be called when it is sent, or nobody takes it. */
  readonly release: () => void;

  constructor({ fileName, mediaType, bytes, texts, release }: Download) {
    this.fileName = fileName;
    this.mediaType = mediaType;
    this.bytes = bytes;
    this.texts = texts;
    this.release = release;
  }
}

export const notCarried = (): ServiceError =>
  new ServiceError('invalid_request', 'This answer is a file, which tRPC does not carry: download it over REST');
