import { StringDecoder } from 'node:string_decoder';

const controls = {
  '\r': 'enter',
  '\n': 'newline',
  '\t': 'tab',
  '\x7f': 'erase',
  '\b': 'erase',
  '\x01': 'home',
  '\x02': 'left',
  '\x03': 'interrupt',
  '\x04': 'eraseNextOrQuit',
  '\x05': 'end',
  '\x06': 'right',
  '\x0b': 'eraseToEnd',
  '\x0c': 'redraw',
  '\x0e': 'down',
  '\x10': 'up',
  '\x15': 'eraseToStart',
  '\x17': 'eraseWord',
  '\x1a': 'suspend',
} as const;

/** What terminals send after ESC. */
const sequences = {
  '[A': 'up',
  OA: 'up',
  '[B': 'down',
  OB: 'down',
  '[C': 'right',
  OC: 'right',
  '[D': 'left',
  OD: 'left',
  '[H': 'home',
  OH: 'home',
  '[1~': 'home',
  '[7~': 'home',
  '[F': 'end',
  OF: 'end',
  '[4~': 'end',
  '[8~': 'end',
  '[3~': 'eraseNext',
  '[5~': 'pageUp',
  '[6~': 'pageDown',
  '[1;5D': 'wordLeft',
  '[1;3D': 'wordLeft',
  b: 'wordLeft',
  '[1;5C': 'wordRight',
  '[1;3C': 'wordRight',
  f: 'wordRight',
  '\x7f': 'eraseWord',
  '\r': 'newline',
  '\n': 'newline',
  '[13;2u': 'newline',
  '[27;2;13~': 'newline',
} as const;

export type KeyName = (typeof controls)[keyof typeof controls] | (typeof sequences)[keyof typeof sequences] | 'escape';
export type Key = { name: KeyName } | { name: 'text' | 'paste'; text: string };

const escape = '\x1b';
const pasteBegins = `${escape}[200~`;
const pasteEnds = `${escape}[201~`;
const whole = /^\x1b(\[[0-?]*[ -/]*[@-~]|O[ -~]|[^[O\x1b/])/su;
const begun = /^\x1b(?:\[[0-?]*[ -/]*|O)?$/;

/** Reads key presses from the bytes of a terminal, however they are split into chunks. */
export class Keys {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  read(chunk: Uint8Array): Key[] {
    this.#rest += this.#decoder.write(Buffer.from(chunk));
    const keys: Key[] = [];
    for (let taken = this.#next(keys); taken > 0; taken = this.#next(keys)) this.#rest = this.#rest.slice(taken);
    return keys;
  }

  /** Whether the bytes so far may be the beginning of an escape sequence. */
  get isWaiting(): boolean {
    return begun.test(this.#rest);
  }

  /** Treats an unfinished sequence as the Escape key. */
  flush(): Key[] {
    if (!this.isWaiting) return [];
    this.#rest = '';
    return [{ name: 'escape' }];
  }

  /** Adds the next key and returns how many characters it took; 0 if it is incomplete. */
  #next(keys: Key[]): number {
    const rest = this.#rest;
    if (rest.startsWith(pasteBegins)) {
      const end = rest.indexOf(pasteEnds);
      if (end < 0) return 0;
      keys.push({ name: 'paste', text: rest.slice(pasteBegins.length, end) });
      return end + pasteEnds.length;
    }
    if (rest.startsWith(escape)) {
      if (begun.test(rest)) return 0;
      // Anything else after ESC is the Escape key and another key. A slash is never lost: without it a command would be sent as a message.
      const [found = escape, tail = ''] = whole.exec(rest) ?? [];
      const name = found === escape ? 'escape' : sequences[tail as keyof typeof sequences];
      if (name) keys.push({ name });
      return found.length;
    }
    const [text] = /^\P{Cc}*/u.exec(rest)!;
    if (text) keys.push({ name: 'text', text });
    const control = rest[text.length];
    if (control === undefined || control === escape) return text.length;
    const name = controls[control as keyof typeof controls];
    if (name) keys.push({ name });
    return text.length + 1;
  }
}
