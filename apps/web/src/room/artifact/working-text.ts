import { plain, withEndingsOf } from '@parley/core/line-endings';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dropText, keepText, keptTexts, type KeptText } from './kept-text.ts';

interface Working {
  readonly baseVersion: number;
  /** The text without the changes, with the line endings that the service has. */
  readonly stored: string;
  /** The same with one kind of line ending: an editor has no other. */
  readonly original: string;
  readonly text: string;
  readonly note: string;
  /** When it was last written, if it comes from an earlier visit. */
  readonly from?: number | undefined;
}

export type WorkingText = ReturnType<typeof useWorkingText>;

/**
 * A text that somebody changes. This browser keeps it until the service has it, so it survives a reload.
 * @param about - The artifact or the proposal that it is for.
 */
export function useWorkingText(spaceId: string, about: string) {
  const [state, show] = useState<Working>();
  const [offers, offer] = useState<readonly KeptText[]>([]);
  // What is typed while a write is under way must not get lost when it is answered.
  const newest = useRef(state);
  const { baseVersion = 0, stored = '', original = '', text = '', note = '', from } = state ?? {};
  const isChanged = text !== original;

  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);

  const put = (next: Working): void => {
    const before = newest.current;
    newest.current = next;
    show(next);
    if (before && before.baseVersion !== next.baseVersion) dropText(spaceId, about, before);
    if (next.text === next.original) dropText(spaceId, about, next);
    else keepText(spaceId, about, next);
  };
  const change = (changes: Partial<Working>): void => {
    if (newest.current) put({ ...newest.current, ...changes });
  };
  const without = (kept: KeptText) => offer((all) => all.filter((each) => each.baseVersion !== kept.baseVersion));
  return {
    isReady: state !== undefined,
    baseVersion,
    text,
    /** What the service gets: lines that are as they were keep their endings. */
    get content() {
      return withEndingsOf(stored, text);
    },
    note,
    from,
    isChanged,
    /** Texts for older versions, which were not saved. */
    offers,
    /** Starts with the text of a version, or with what was kept of an earlier change of it. `proposed`: a changed text to start with. */
    begin(version: number, content: string, proposed = content) {
      const original = plain(content);
      const all = keptTexts(spaceId, about).filter((each) => each.text !== original);
      const kept = all.find((each) => each.baseVersion === version);
      newest.current = {
        baseVersion: version,
        stored: content,
        original,
        text: kept?.text ?? plain(proposed),
        note: kept?.note ?? '',
        from: kept?.at,
      };
      show(newest.current);
      offer(all.filter((each) => each !== kept));
    },
    write: (changes: { text?: string; note?: string }) => change(changes),
    /** Goes back to the text without the changes. */
    reset: () => change({ text: original, note: '', from: undefined }),
    /** Continues with a kept text, for the version that it was made for. */
    use(kept: KeptText) {
      change({ baseVersion: kept.baseVersion, text: kept.text, note: kept.note, from: kept.at });
      without(kept);
    },
    discard(kept: KeptText) {
      dropText(spaceId, about, kept);
      without(kept);
    },
    /** The service has this text, as a version or as a proposal. What was typed since is a change of it. */
    stored: (content: string, version = baseVersion) =>
      change({ baseVersion: version, stored: content, original: plain(content), note: '', from: undefined }),
    /** The same text, for a newer version. */
    moveTo: (version: number, content: string) => change({ baseVersion: version, stored: content, original: plain(content) }),
  };
}
