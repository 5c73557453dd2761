import { useState } from 'preact/hooks';

interface CopyButtonProps {
  text: string;
  label?: string;
  /** What the label leaves to the eye. */
  what?: string;
}

export function CopyButton({ text, what, label = 'Copy' }: CopyButtonProps) {
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
    <button type="button" class="quiet small" onClick={copy} aria-label={what && said === label ? `${label} ${what}` : undefined}>
      {said}
    </button>
  );
}
