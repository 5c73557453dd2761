import type { StreamEvent } from '@parley/testing';
import type { Written } from './history.ts';

interface State {
  holder?: string | undefined;
  version: number;
}

/** Plays the log of a space on a model of its locks: one holder at a time, who alone writes, and every version follows the one before. */
export function lockFaultsIn(written: readonly Written[], log: readonly StreamEvent[]): string[] {
  const states = new Map<string, State>();
  const stored = new Map<string, { sha256: string | undefined; actorId: string }>();
  const faults: string[] = [];
  for (const { event, data } of log) {
    if (event !== 'artifact') continue;
    const { action, artifact, actorId, sequence } = data;
    const state = states.get(artifact.id) ?? { version: 1 };
    states.set(artifact.id, state);
    const wrong = (why: string) => faults.push(`event ${sequence}: ${action} by ${actorId}, ${why}`);
    if (action === 'locked') {
      if (state.holder !== undefined && state.holder !== actorId) wrong(`while ${state.holder} holds the lock`);
      state.holder = actorId;
    } else if (action === 'unlocked' || action === 'lock-expired') {
      if (state.holder === undefined) wrong('while nobody holds the lock');
      if (action === 'unlocked' && state.holder !== actorId) wrong(`while ${state.holder} holds the lock`);
      state.holder = undefined;
    } else if (action === 'updated') {
      if (state.holder !== actorId) wrong(`while ${state.holder ?? 'nobody'} holds the lock`);
      if (artifact.version !== state.version + 1) wrong(`as version ${artifact.version} after ${state.version}`);
      state.version = artifact.version;
      stored.set(`${artifact.id} ${artifact.version}`, { sha256: data.sha256, actorId });
    }
  }
  for (const { artifactId, version, sha256, actorId } of written) {
    const found = stored.get(`${artifactId} ${version}`);
    if (found?.sha256 !== sha256 || found.actorId !== actorId)
      faults.push(`version ${version} was acknowledged to ${actorId}, and is lost`);
  }
  return faults;
}
