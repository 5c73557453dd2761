import { useEffect, useState } from 'preact/hooks';
import { Markdown } from '../../text/markdown.tsx';

/** A long text takes longer to format than the next key to come. */
const afterMs = 200;

/** A text as it will be read, soon after it was written. */
export function Preview({ text }: { text: string }) {
  const [shown, show] = useState(text);
  useEffect(() => {
    const timer = setTimeout(show, afterMs, text);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <article class="artifact-text preview" dir="auto" tabIndex={0} aria-label="Preview">
      {shown.trim() ? <Markdown text={shown} isDocument /> : <p class="empty">The text is empty.</p>}
    </article>
  );
}
