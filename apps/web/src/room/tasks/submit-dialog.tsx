import { useState } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { plain } from '../../text/plain.ts';
import { evidenceIn, type Kind } from './evidence.ts';
import { TaskDialog, type StepProps } from './task-dialog.tsx';

const mostMessages = 50;
const mostCharacters = 80;

const kinds: readonly (readonly [Kind, string])[] = [
  ['note', 'A note'],
  ['artifact', 'An artifact'],
  ['message', 'A message'],
];

export function SubmitDialog({ task: { taskId, artifactId }, room, onClose }: StepProps) {
  const artifacts = room.artifacts.value;
  const [messages] = useState(() => messagesIn(room));
  const isThere = artifacts.some(({ id }) => id === artifactId);
  const [kind, choose] = useState<Kind>(isThere ? 'artifact' : 'note');
  const [chosen, choosingArtifact] = useState(isThere ? artifactId! : artifacts[0]?.id);
  const version = artifacts.find(({ id }) => id === chosen)?.version;
  const possible = kinds.filter(
    ([each]) => each === 'note' || (each === 'artifact' ? artifacts.length > 0 : messages.length > 0),
  );
  return (
    <TaskDialog
      title="Submit the task"
      button="Submit"
      room={room}
      onClose={onClose}
      write={(form, idempotencyKey) => room.space.call('submitTask', { taskId, evidence: evidenceIn(form) }, { idempotencyKey })}
    >
      <fieldset>
        <legend>What shows that it is done?</legend>
        <div class="kinds">
          {possible.map(([value, words]) => (
            <label key={value} class="choice">
              <input type="radio" name="kind" value={value} checked={kind === value} onChange={() => choose(value)} />
              {words}
            </label>
          ))}
        </div>
      </fieldset>
      {kind === 'note' && (
        <div class="field">
          <label for="evidence-note">Note</label>
          <textarea id="evidence-note" name="note" rows={3} required maxLength={500} dir="auto" />
        </div>
      )}
      {kind === 'artifact' && (
        <div class="side-by-side">
          <div class="field">
            <label for="evidence-artifact">Artifact</label>
            <select
              id="evidence-artifact"
              name="artifact"
              value={chosen}
              onChange={(event) => choosingArtifact(event.currentTarget.value)}
            >
              {artifacts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <div class="field" key={chosen}>
            <label for="evidence-version">Version</label>
            <input
              id="evidence-version"
              name="version"
              type="number"
              required
              min={1}
              max={version}
              defaultValue={String(version)}
            />
          </div>
        </div>
      )}
      {kind === 'message' && (
        <div class="field">
          <label for="evidence-message">Message</label>
          <select id="evidence-message" name="message">
            {messages.map(({ id, words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </select>
        </div>
      )}
    </TaskDialog>
  );
}

/** The newest messages that are loaded; one's own first. */
function messagesIn({ entries, me }: Room): { id: string; words: string }[] {
  const messages = entries.peek().flatMap((entry) => (entry.kind === 'message' ? [entry.message] : []));
  return messages
    .slice(-mostMessages)
    .toReversed()
    .toSorted((a, b) => Number(b.senderId === me) - Number(a.senderId === me))
    .map((message) => ({
      id: message.id,
      words: `${message.senderId === me ? 'You' : message.senderName}: ${plain(message).slice(0, mostCharacters)}`,
    }));
}
