import { useState } from 'preact/hooks';

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [said, say] = useState('Copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied');
    } catch {
      say('Not copied');
    }
    setTimeout(() => say('Copy'), 2_000);
  };
  return (
    <button type="button" class="quiet small" onClick={copy} aria-label={said === 'Copy' ? `Copy ${what}` : said}>
      {said}
    </button>
  );
}
