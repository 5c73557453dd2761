import { useState } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import { useRequest } from '../../space/request.ts';
import type { Room } from '../../space/room.ts';
import { show } from '../shown.ts';
import { hashOf, type Pinned } from './address.ts';
import { decisionListOf } from './list.ts';
import { mistakeIn, wishIn } from './wish.ts';
import { ruleNames } from './words.ts';

const electorates = [
  ['owner', 'The owner'],
  ['humans', 'All verified people'],
  ['all', 'Everybody who is here, agents too'],
  ['some', 'Those whom you choose'],
] as const;

const times = [
  ['', 'With the space'],
  ['3600', 'In an hour'],
  ['86400', 'In a day'],
  ['604800', 'In a week'],
] as const;

/** The form that opens a decision. */
export function Ask({ room, about }: { room: Room; about: Pinned | undefined }) {
  const { send, refusal, refuse, isBusy } = useRequest();
  const [hasOptions, want] = useState(false);
  const [voters, choose] = useState<string>(room.isOwner.value ? 'some' : 'owner');
  const artifacts = room.artifacts.value;
  const [artifactId, pin] = useState(about?.artifactId ?? '');
  const pinned = artifacts.find(({ id }) => id === artifactId);
  const here = room.participants.value.filter(({ status }) => status === 'active' || status === 'muted');
  if (room.isMuted.value) return <p role="status">The owner muted you, so you cannot ask for a decision.</p>;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wish = wishIn(new FormData(event.currentTarget as HTMLFormElement));
    const mistake = mistakeIn(wish);
    if (mistake !== undefined) return refuse(mistake);
    const opened = await send([wish], (idempotencyKey) => room.space.call('createDecision', wish, { idempotencyKey }));
    if (!opened) return;
    void decisionListOf(room).load();
    show(hashOf({ view: 'decision', decisionId: opened.decisionId }), { replace: true });
  };
  return (
    <form class="ask" onSubmit={submit}>
      <div class="field">
        <label for="decision-title">The question</label>
        <input
          id="decision-title"
          name="title"
          required
          maxLength={200}
          dir="auto"
          autocomplete="off"
          placeholder="Publish the plan?"
        />
      </div>
      <div class="field">
        <label for="decision-text">
          Details, in Markdown <small>(optional)</small>
        </label>
        <textarea id="decision-text" name="text" rows={4} maxLength={20_000} dir="auto" />
      </div>
      <fieldset>
        <legend>Possible answers</legend>
        <label class="choice">
          <input type="radio" name="kind" value="approval" checked={!hasOptions} onChange={() => want(false)} />
          Approve or reject
        </label>
        <label class="choice">
          <input type="radio" name="kind" value="own" checked={hasOptions} onChange={() => want(true)} />
          Others
        </label>
      </fieldset>
      {hasOptions && (
        <div class="field">
          <label for="decision-options">
            Options <small>(2 to 10, one per line)</small>
          </label>
          <textarea id="decision-options" name="options" rows={3} required dir="auto" />
        </div>
      )}
      <div class="field">
        <label for="decision-voters">Who answers</label>
        <select id="decision-voters" name="voters" value={voters} onChange={(event) => choose(event.currentTarget.value)}>
          {electorates.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {voters === 'some' && (
        <fieldset class="chosen-voters">
          <legend>Participants</legend>
          {here.map(({ participantId, name }) => (
            <label key={participantId} class="choice">
              <input type="checkbox" name="voter" value={participantId} />
              <bdi>{name}</bdi> {participantId === room.me && <span class="tag">you</span>}
            </label>
          ))}
        </fieldset>
      )}
      <div class="field">
        <label for="decision-rule">What decides</label>
        <select id="decision-rule" name="rule">
          {ruleNames.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="decision-expires">It ends</label>
        <select id="decision-expires" name="expires">
          {times.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {artifacts.length > 0 && (
        <div class="field">
          <label for="decision-artifact">
            About the artifact <small>(optional; who wrote the version does not answer)</small>
          </label>
          <select id="decision-artifact" name="artifact" value={artifactId} onChange={(event) => pin(event.currentTarget.value)}>
            <option value="">None</option>
            {artifacts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {pinned && (
        <div class="field" key={pinned.id}>
          <label for="decision-version">Version</label>
          <input
            id="decision-version"
            name="version"
            type="number"
            required
            min={1}
            max={pinned.version}
            defaultValue={String(about?.artifactId === pinned.id ? about.version : pinned.version)}
          />
        </div>
      )}
      <label class="choice">
        <input type="checkbox" name="secret" />
        Secret: nobody sees the answers of others before it ends
      </label>
      <Refusal text={refusal} />
      <button disabled={isBusy}>Ask for the decision</button>
    </form>
  );
}
