export function MenuToggle({ isOpen, toggle, about }: { isOpen: boolean; toggle(): void; about: string }) {
  return (
    <button
      type="button"
      class="menu-toggle"
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={`Actions for this message from ${about}`}
      onClick={toggle}
    >
      <span aria-hidden="true">⋯</span>
    </button>
  );
}
