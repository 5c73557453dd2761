const shownMs = 2_000;

/** Lines on a field of 24 by 24, as the icons of the app. */
const shapes = {
  copy: 'M9 9h10v11H9zM6 15H5V4h10v2',
  copied: 'M5 12.5l4.5 4.5L19 7.5',
  failed: 'M6 6l12 12M18 6L6 18',
};

/** Gives every block of code a button that copies it. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('figure.code')) {
    const code = block.querySelector('code');
    if (code) block.append(copyButton(code));
  }
}

function copyButton(code: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  const path = drawn('path');
  const icon = drawn('svg');
  button.type = 'button';
  button.className = 'quiet icon-only copy';
  icon.setAttribute('class', 'icon');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  icon.append(path);
  button.append(icon);
  const say = (shape: keyof typeof shapes, text: string) => {
    path.setAttribute('d', shapes[shape]);
    button.classList.toggle('done', shape === 'copied');
    button.title = text;
    button.ariaLabel = text;
  };
  say('copy', 'Copy the code');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent.trimEnd());
      say('copied', 'Copied');
    } catch {
      say('failed', 'Not copied');
    }
    setTimeout(() => say('copy', 'Copy the code'), shownMs);
  });
  return button;
}

const drawn = <Name extends 'svg' | 'path'>(name: Name): SVGElementTagNameMap[Name] =>
  document.createElementNS('http://www.w3.org/2000/svg', name);
