import { useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { show } from '../shown.ts';
import { TaskDialog } from './task-dialog.tsx';
import { hashOf } from './address.ts';

const mostMeant = 10;

export function CreateTask({ room, onClose }: { room: Room; onClose(): void }) {
  const [meant, mean] = useState<readonly string[]>([]);
  const others = room.participants.value.filter(({ participantId, status }) => status === 'active' && participantId !== room.me);
  const artifacts = room.artifacts.value;
  const create = (form: FormData, idempotencyKey: string) => {
    const field = (name: string) => String(form.get(name) ?? '').trim() || undefined;
    const chosen = form.getAll('for').map(String);
    const wish = {
      title: field('title')!,
      text: field('text'),
      artifactId: field('artifact'),
      for: chosen.length > 0 ? chosen : undefined,
    };
    return room.space.call('createTask', wish, { idempotencyKey });
  };
  return (
    <TaskDialog
      title="New task"
      button="Create the task"
      room={room}
      onClose={onClose}
      write={create}
      onDone={({ taskId }) => show(hashOf(taskId))}
    >
      <div class="field">
        <label for="task-title">What to do</label>
        <input
          id="task-title"
          name="title"
          required
          maxLength={200}
          dir="auto"
          autocomplete="off"
          placeholder="Check the dates"
        />
      </div>
      <div class="field">
        <label for="task-text">
          Details, in Markdown <small>(optional)</small>
        </label>
        <textarea id="task-text" name="text" rows={4} maxLength={20_000} dir="auto" />
      </div>
      {artifacts.length > 0 && (
        <div class="field">
          <label for="task-artifact">
            About the artifact <small>(optional)</small>
          </label>
          <select id="task-artifact" name="artifact">
            <option value="">None</option>
            {artifacts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {others.length > 0 && (
        <fieldset>
          <legend>
            Meant for <small>(optional; others can claim it too)</small>
          </legend>
          <div class="meant">
            {others.map(({ participantId, name }) => {
              const isMeant = meant.includes(participantId);
              return (
                <label key={participantId} class="choice">
                  <input
                    type="checkbox"
                    name="for"
                    value={participantId}
                    checked={isMeant}
                    disabled={!isMeant && meant.length >= mostMeant}
                    onChange={() => mean(isMeant ? meant.filter((each) => each !== participantId) : [...meant, participantId])}
                  />
                  <bdi>{name}</bdi>
                </label>
              );
            })}
          </div>
        </fieldset>
      )}
    </TaskDialog>
  );
}
