import { answersTo, type FoundSection } from './answers.ts';
import { SearchPanel } from './search-panel.ts';

const pauseMs = 150;
const fewestCharacters = 2;

/** Shows answers below the field of a search form while somebody types; without this, the form leads to a page of results. */
export function searchAsTyped(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[type="search"]');
  if (!input) return;
  const panel = new SearchPanel(form, input, Number(form.dataset['good']));
  let asked = '';
  let asking = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (question: string) => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    let answers: FoundSection[];
    try {
      answers = await answersTo(question, form, signal);
    } catch (error) {
      if (!signal.aborted) panel.tell(error instanceof TypeError ? 'The server cannot be reached.' : (error as Error).message);
      return;
    }
    if (!signal.aborted) panel.show(answers);
  };

  const changed = () => {
    const question = input.value.trim();
    if (question === asked) return;
    asked = question;
    clearTimeout(timer);
    asking.abort();
    panel.open();
    if (question.length < fewestCharacters) panel.tell(panel.prompt);
    else timer = setTimeout(() => void ask(question), pauseMs);
  };

  input.addEventListener('input', changed);
  input.addEventListener('focus', () => panel.open());
  input.addEventListener('click', () => panel.open());
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      panel.open();
      panel.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && panel.chosen) {
      event.preventDefault();
      panel.chosen.click();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (panel.isOpen) panel.close();
      else input.blur();
    }
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) panel.close();
  });
  document.addEventListener('keydown', (event) => {
    if (!opensSearch(event)) return;
    event.preventDefault();
    input.focus();
    input.select();
    panel.open();
  });
}

/** Ctrl-K or Cmd-K anywhere, and a slash where nobody writes. */
function opensSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) return true;
  const isWriting = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isWriting;
}
