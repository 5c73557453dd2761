/** A hidden button that copies the text of the element that it names. */
export function offerCopy(button: HTMLElement): void {
  const source = document.getElementById(button.dataset['copy']!)!;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      button.textContent = 'Copied';
    } catch {
      getSelection()?.selectAllChildren(source);
      button.textContent = 'Selected: copy it now';
    }
    setTimeout(() => (button.textContent = label), 2_000);
  });
  button.hidden = false;
}
