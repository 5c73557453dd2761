import './notifications.css';
import { useState } from 'preact/hooks';
import { Refusal } from '../design/refusal.tsx';
import { abilityOf, advice } from './ability.ts';
import { keepTold, stopTelling } from './keep.ts';
import { unsubscribe } from './subscription.ts';
import { told } from './told.ts';

const purpose =
  'Get a notification here when something waits for you, even when Parley is closed. It names the space. Of a decision it also says the question, which you can answer there; of all else, nothing that was said.';

/** `isBrief`: says nothing where notifications are impossible. */
export function NotificationSwitch({ isBrief = false }: { isBrief?: boolean }) {
  const [ability, look] = useState(() => abilityOf(window));
  const [isBusy, work] = useState(false);
  const [refusal, refuse] = useState('');
  const isOn = told.value !== undefined;
  const turn = async (change: () => Promise<void>) => {
    work(true);
    refuse('');
    await change().catch((error: unknown) => refuse(reasonOf(error)));
    look(abilityOf(window));
    work(false);
  };
  if (ability !== 'can') {
    return isBrief ? null : (
      <div class="notifications">
        <p role="status">{advice[ability]}</p>
      </div>
    );
  }
  return (
    <div class="notifications">
      <p role="status">{isOn ? 'Notifications are on in this browser.' : purpose}</p>
      <button type="button" class="quiet" disabled={isBusy} onClick={() => turn(isOn ? switchOff : switchOn)}>
        {isOn ? 'Switch off' : 'Switch on notifications'}
      </button>
      <Refusal text={refusal} />
    </div>
  );
}

async function switchOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  await keepTold();
}

async function switchOff(): Promise<void> {
  await stopTelling();
  await unsubscribe();
}

const reasonOf = (error: unknown): string =>
  (error as Error).name === 'AbortError'
    ? 'This browser cannot reach its push service. Try again later.'
    : `Notifications could not be switched on. ${(error as Error).message}`;
