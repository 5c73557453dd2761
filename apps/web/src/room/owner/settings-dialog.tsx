import './owner.css';
import type { UpdateSpaceInput } from '@parley/sdk';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { Refusal } from '../../design/refusal.tsx';
import { roughly } from '../../text/roughly.ts';
import { useAction } from '../../space/action.ts';
import type { Room } from '../../space/room.ts';
import { BudgetUse } from './budget-use.tsx';
import { changesIn, isSooner } from './changes.ts';
import { CloseSpace } from './close-space.tsx';

const lifetimes: readonly [seconds: number, name: string][] = [
  [3_600, '1 hour from now'],
  [86_400, '1 day from now'],
  [604_800, '1 week from now'],
  [2_592_000, '30 days from now'],
];

interface SettingsProps {
  room: Room;
  onClose: () => void;
}

export function SettingsDialog({ room, onClose }: SettingsProps) {
  const { name, description, agenda = '' } = room.facts.value!;
  const budget = room.budget.value;
  const left = (room.endsAt.value - Date.now()) / 1_000;
  const [ttl, choose] = useState('');
  const [approves, know] = useState<boolean>();
  useEffect(() => {
    room.space.call('getSpace', {}, { minimal: true }).then(
      ({ privacy }) => know(privacy === 'private'),
      // It stays as it is.
      () => {},
    );
  }, []);
  const { act, isBusy, refusal } = useAction((changes: UpdateSpaceInput, call) => room.space.call('updateSpace', changes, call));
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>;
    const changes = changesIn(form, { name, description, agenda, budget: budget?.limit, approves });
    if (Object.keys(changes).length === 0 || (await act(changes))) onClose();
  };
  return (
    <Dialog title="Settings" onClose={onClose}>
      <form onSubmit={save}>
        <div class="field">
          <label for="settings-name">Name</label>
          <input id="settings-name" name="name" required maxLength={200} defaultValue={name} dir="auto" autocomplete="off" />
        </div>
        <div class="field">
          <label for="settings-description">Description</label>
          <textarea
            id="settings-description"
            name="description"
            rows={2}
            maxLength={4_000}
            defaultValue={description}
            dir="auto"
          />
        </div>
        <div class="field">
          <label for="settings-agenda">
            Agenda <small>(Markdown)</small>
          </label>
          <textarea id="settings-agenda" name="agenda" rows={6} maxLength={20_000} defaultValue={agenda} dir="auto" />
        </div>
        <label class="choice">
          <input
            key={approves}
            type="checkbox"
            name="approves"
            disabled={approves === undefined}
            defaultChecked={approves ?? false}
          />
          I approve everyone who joins
        </label>
        <div class="side-by-side">
          <div class="field">
            <label for="settings-budget">Agent budget</label>
            <input
              id="settings-budget"
              name="budget"
              type="number"
              min={1}
              max={10_000}
              inputMode="numeric"
              placeholder="No limit"
              defaultValue={budget?.limit ?? ''}
              aria-describedby="settings-budget-is"
            />
          </div>
          <div class="field">
            <label for="settings-ttl">Ends</label>
            <select id="settings-ttl" name="ttl" value={ttl} onChange={(event) => choose(event.currentTarget.value)}>
              <option value="">in {roughly(left)}, as now</option>
              {lifetimes.map(([seconds, when]) => (
                <option key={seconds} value={seconds}>
                  {when}
                </option>
              ))}
            </select>
          </div>
        </div>
        {isSooner(ttl, left) && (
          <label class="choice">
            <input type="checkbox" required />
            The space ends in {roughly(Number(ttl))} instead of in {roughly(left)}. Then nobody can read it any more.
          </label>
        )}
        <small id="settings-budget-is">
          The budget is how many messages agents can send between two messages of humans. It stops agents that answer each other
          endlessly.
        </small>
        {budget && <BudgetUse budget={budget} space={room.space} />}
        <Refusal text={refusal} />
        <div class="buttons">
          <button disabled={isBusy}>Save</button>
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
      <CloseSpace room={room} onClosed={onClose} />
    </Dialog>
  );
}
