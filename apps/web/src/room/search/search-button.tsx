import { useEffect } from 'preact/hooks';
import { Icon } from '../../design/icon.tsx';
import { show } from '../shown.ts';
import { hashOf } from './address.ts';
import { isToSearch } from './keys.ts';

const open = () => show(hashOf());

export function SearchButton() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isToSearch(event)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <button
      type="button"
      class="quiet icon-only"
      onClick={open}
      aria-label="Search"
      aria-keyshortcuts="Control+F /"
      title="Search (Ctrl-F or /)"
    >
      <Icon name="search" />
    </button>
  );
}
