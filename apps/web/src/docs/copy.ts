const shownMs = 2_000;

/** Gives every block of code a button that copies it. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('figure.code')) {
    const code = block.querySelector('code');
    if (code) block.append(copyButton(code));
  }
}

function copyButton(code: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet small copy';
  const say = (text: string, name = text) => {
    button.textContent = text;
    button.ariaLabel = name;
  };
  say('Copy', 'Copy the code');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent.trimEnd());
      say('Copied');
    } catch {
      say('Not copied');
    }
    setTimeout(() => say('Copy', 'Copy the code'), shownMs);
  });
  return button;
}
