/** What opens over the page closes with Escape, and when a link leads to another part of the page. */
export function closeDrawers(): void {
  for (const drawer of document.querySelectorAll<HTMLDetailsElement>('.pages > details, .contents > details')) {
    const summary = drawer.querySelector('summary');
    drawer.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !drawer.open) return;
      drawer.open = false;
      summary?.focus();
    });
    drawer.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a')) drawer.open = false;
    });
    drawer.addEventListener('toggle', () => {
      if (drawer.open) drawer.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    });
  }
}
