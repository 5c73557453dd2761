import type { ResourceForModels } from '../../kernel/for-models.ts';

export const forModels = {
  contents: 'shared Markdown artifacts',
  publicText: 'an artifact',
  toolList: 'artifacts',
  selfEvident: ['artifactId'],
  reference: {
    to: 'artifact',
    plural: 'artifacts',
    by: ['name'],
    operation: 'getSpace',
    field: 'artifacts',
    read: ({ id, name, updatedAt }) => ({ id: String(id), names: [String(name)], detail: `of ${String(updatedAt)}` }),
  },
  address: {
    name: 'artifact',
    path: '/artifacts/{artifactId}',
    description: 'An artifact with its content',
    operation: 'getArtifact',
    event: 'artifact',
    idIn: 'artifact.id',
    isInSpace: true,
  },
  afterRefusal: [
    {
      when: { code: 'base_version_required' },
      text: 'get_artifact reads it; `edits`, `append` and `section` keep what others wrote, and need no `baseVersion`.',
    },
  ],
  meetings: {
    contributing: 'Change artifacts with edit_artifact.',
    preparing: 'Create an artifact "Minutes".',
    recording: 'record decisions in the minutes with edit_artifact',
  },
} as const satisfies ResourceForModels;
