import type { ComponentChildren } from 'preact';
import { Refusal } from '../../design/refusal.tsx';
import { useAction } from '../../space/action.ts';
import { save } from '../../space/save.ts';
import type { Room } from '../../space/room.ts';

interface FoundFileProps {
  id: string;
  name: string;
  content: ComponentChildren;
  room: Room;
}

/** A file that was found. It has no place in the conversation but where somebody attached it. */
export function FoundFile({ id, name, content, room }: FoundFileProps) {
  const saving = useAction(async (_: void, call) => save(await room.space.call('linkFile', { fileId: id }, call), { name }));
  return (
    <div class="file-found">
      <p>{content}</p>
      <button type="button" class="quiet small" disabled={saving.isBusy} onClick={() => saving.act()}>
        Download<span class="unseen"> {name}</span>
      </button>
      <Refusal text={saving.refusal} />
    </div>
  );
}
