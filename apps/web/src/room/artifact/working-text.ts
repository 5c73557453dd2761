import { useEffect, useState } from 'preact/hooks';
import { dropText, keepText, keptTexts, type KeptText } from './kept-text.ts';

interface Working {
  readonly baseVersion: number;
  /** The text without the changes. */
  readonly original: string;
  readonly text: string;
  readonly note: string;
  /** When it was last written, if it comes from an earlier visit. */
  readonly from?: number | undefined;
}

export type WorkingText = ReturnType<typeof useWorkingText>;

/** A browser has one kind of line break in a text field. */
const normal = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * A text that somebody changes. This browser keeps it until the service has it, so it survives a reload.
 * @param about - The artifact or the proposal that it is for.
 */
export function useWorkingText(spaceId: string, about: string) {
  const [state, change] = useState<Working>();
  const [offers, offer] = useState<readonly KeptText[]>([]);
  const { baseVersion = 0, original = '', text = '', note = '', from } = state ?? {};
  const isChanged = text !== original;

  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);

  const without = (kept: KeptText) => offer((all) => all.filter((each) => each.baseVersion !== kept.baseVersion));
  return {
    isReady: state !== undefined,
    baseVersion,
    text,
    note,
    from,
    isChanged,
    /** Texts for older versions, which were not saved. */
    offers,
    /** Starts with the text of a version, or with what was kept of an earlier change of it. `text`: a proposed one in its place. */
    begin(version: number, content: string, proposed?: string) {
      const original = normal(content);
      const all = keptTexts(spaceId, about).filter((each) => each.text !== original);
      const kept = all.find((each) => each.baseVersion === version);
      change({
        baseVersion: version,
        original,
        text: kept?.text ?? normal(proposed ?? content),
        note: kept?.note ?? '',
        from: kept?.at,
      });
      offer(all.filter((each) => each !== kept));
    },
    write(changes: { text?: string; note?: string }) {
      if (!state) return;
      const next = { ...state, ...changes };
      change(next);
      if (next.text === next.original) dropText(spaceId, about, next);
      else keepText(spaceId, about, { baseVersion: next.baseVersion, text: next.text, note: next.note });
    },
    /** Goes back to the text without the changes. */
    reset() {
      if (!state) return;
      dropText(spaceId, about, state);
      change({ ...state, text: state.original, note: '', from: undefined });
    },
    /** Continues with a kept text, for the version that it was made for. */
    use(kept: KeptText) {
      change({ baseVersion: kept.baseVersion, original, text: kept.text, note: kept.note, from: kept.at });
      without(kept);
    },
    discard(kept: KeptText) {
      dropText(spaceId, about, kept);
      without(kept);
    },
    /** The service has it. */
    stored(version = baseVersion) {
      dropText(spaceId, about, { baseVersion });
      change({ baseVersion: version, original: text, text, note: '' });
    },
    /** The same text, for a newer version. */
    moveTo(version: number, content: string) {
      dropText(spaceId, about, { baseVersion });
      keepText(spaceId, about, { baseVersion: version, text, note });
      change({ baseVersion: version, original: normal(content), text, note, from });
    },
  };
}
