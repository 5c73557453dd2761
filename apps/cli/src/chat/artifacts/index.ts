import type { SpaceEvent } from '@parley/sdk';
import { harmless } from '../../watch/harmless.ts';
import { numbered } from '../listings.ts';
import { named, type Model } from '../model.ts';
import type { ChatResource } from '../resource.ts';
import { commands } from './commands.ts';

function known(model: Model, { type, data }: SpaceEvent): Model {
  if (type === 'context') return { ...model, artifacts: data.artifacts };
  if (type !== 'artifact') return model;
  const { action, artifact } = data;
  if (action === 'deleted') return { ...model, artifacts: model.artifacts.filter(({ id }) => id !== artifact.id) };
  const isKnown = model.artifacts.some(({ id }) => id === artifact.id);
  const artifacts = isKnown
    ? model.artifacts.map((each) => (each.id === artifact.id ? artifact : each))
    : [...model.artifacts, artifact];
  return { ...model, artifacts };
}

const listed = (model: Model): string =>
  model.artifacts
    .map(({ name, version, lockedBy }, i) => {
      const lock = lockedBy ? `, locked by ${named(model, lockedBy)}` : '';
      return numbered(i, `${harmless(name)} (version ${version}${lock})`);
    })
    .join('\n') || 'There are no artifacts yet.';

function locked(model: Model): string {
  const [first, ...others] = model.artifacts.filter(({ lockedBy }) => lockedBy !== undefined);
  const more = others.length > 0 ? ` +${others.length}` : '';
  return first ? `locked: ${harmless(first.name)} (${named(model, first.lockedBy!)})${more}` : '';
}

export const artifacts: ChatResource = {
  listings: { artifacts: { help: 'List the artifacts.', run: (_, model) => listed(model) } },
  commands,
  known,
  status: locked,
  welcome({ artifacts }) {
    const names = artifacts.map(({ name }) => harmless(name).trim()).join(', ');
    return names && `Artifacts: ${names}`;
  },
};
