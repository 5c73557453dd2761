import { useState } from 'preact/hooks';

export function CopyButton({ text, what, label = 'Copy' }: { text: string; what: string; label?: string }) {
  const [said, say] = useState(label);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied');
    } catch {
      say('Not copied');
    }
    setTimeout(() => say(label), 2_000);
  };
  return (
    <button type="button" class="quiet small" onClick={copy} aria-label={said === label ? `Copy ${what}` : said}>
      {said}
    </button>
  );
}
