import './dialog.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface DialogProps {
  title: ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
  class?: string;
}

/** A modal dialog, open for as long as it is rendered. Escape, its button and a click beside it close it; focus returns by itself. */
export function Dialog({ title, onClose, children, class: name = '' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    const before = document.activeElement;
    current!.showModal();
    if (!current!.contains(document.activeElement) || document.activeElement?.ariaLabel === 'Close') heading.current!.focus();
    return () => {
      current!.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`modal ${name}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div class="inside">
        <div class="head">
          <h2 id={id} tabIndex={-1} ref={heading}>
            {title}
          </h2>
          <button type="button" class="quiet icon-only" onClick={onClose} aria-label="Close">
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
