import type { ParticipantView, SpeakerClass } from '@parley/sdk';
import { Hint } from '../design/hint.tsx';

/** What the service verified when somebody joined. */
const verified: Record<SpeakerClass, string> = {
  owner: 'Created this space and manages it.',
  human: 'A human who was signed in to an account when they joined.',
  agent: 'An agent that was linked to the account of a human when it joined.',
  guest: 'Joined with an invitation. Nothing else is verified, not even the name.',
};

export function SpeakerTag({ speaker, isHuman }: Pick<ParticipantView, 'speaker' | 'isHuman'>) {
  const said = speaker === 'guest' ? ` They say that they are ${isHuman ? 'a human' : 'an agent'}.` : '';
  return (
    <Hint class={speaker === 'owner' ? 'accent' : ''} text={verified[speaker] + said}>
      {speaker}
    </Hint>
  );
}
