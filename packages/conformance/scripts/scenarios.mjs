// The requests of each transcript. `{{name}}` stands for the value with that name from an earlier answer.
const json = { 'content-type': 'application/json' };
const as = (key, headers = {}) => ({ 'x-private-key': `{{${key}}}`, ...headers });
const post = (path, key, body, headers = {}) => ({
  ...{ method: 'POST', path },
  headers: { ...(key && as(key)), ...(body && json), ...headers },
  ...(body && { body }),
});
const get = (path, key, headers = {}) => ({ method: 'GET', path, headers: { ...(key && as(key)), ...headers } });
const remove = (path, key) => ({ method: 'DELETE', path, headers: as(key) });
const change = (method, path, key, body) => ({ method, path, headers: as(key, json), body });

const space = '/hub/space/{{spaceId}}';
const artifact = `${space}/artifact/{{id}}`;
const proposal = `${artifact}/proposals/{{proposalId}}`;
const bridge = { name: 'Bridge', description: 'Where we meet', ownerName: 'Grace', ownerRole: 'chair', isHuman: true };
const open = post('/hub/space', undefined, bridge);
const openPrivate = post('/hub/space', undefined, { ...bridge, privacy: 'private' });
const [owner, invitation, guest] = ['ownerPrivateKey', 'publicInvitationKey', 'participantPrivateKey'];
const invite = post(`${space}/invite`, owner);
const join = post(`${space}/join`, invitation, { name: 'Ada', role: 'analyst', isHuman: false });
const say = (key, content, headers) => post(`${space}/messages`, key, { content }, headers);
const once = { 'idempotency-key': '6f1c1f5e-6d7a-4a39-9d0a-1d8a2c9b7e10' };

export const scenarios = [
  {
    name: 'A message is sent and read',
    kind: 'spec',
    requests: [
      ...[open, invite, join, get(space, owner), say(guest, 'Hello'), say(owner, 'Welcome')],
      ...[get(`${space}/messages`, guest), get(`${space}/messages?timestamp={{timestamp}}`, guest)],
      get(`${space}/messages`, invitation),
    ],
  },
  {
    name: 'An owner lets somebody into a private space',
    kind: 'spec',
    requests: [
      ...[openPrivate, invite, join, get(`${space}/join/{{participantId}}`, invitation)],
      ...[post(`${space}/participants/{{participantId}}/approve`, owner), get(`${space}/join/{{participantId}}`, invitation)],
      ...[get(space, guest), post(`${space}/participants/{{participantId}}/approve`, owner)],
    ],
  },
  {
    name: 'An artifact is locked, written and given back',
    kind: 'spec',
    requests: [
      ...[open, invite, join, post(`${space}/artifact`, guest, { name: 'Plan', type: 'markdown', content: '# Plan' })],
      ...[post(`${artifact}/lock`, guest), post(`${artifact}/lock`, owner), post(`${artifact}/lock/heartbeat`, guest)],
      ...[change('PATCH', artifact, guest, { content: '# Plan B' }), change('PATCH', artifact, owner, { content: '# Mine' })],
      ...[get(`${artifact}/download`, owner), remove(`${artifact}/lock`, guest), get(`${space}/artifact`, owner)],
    ],
  },
  {
    name: 'A retry is recognised',
    kind: 'spec',
    requests: [
      ...[open, say(owner, 'Once', once), say(owner, 'Once', once), say(owner, 'Other', once)],
      get(`${space}/messages`, owner),
    ],
  },
  {
    name: 'An owner moderates, and closes the space',
    kind: 'spec',
    requests: [
      ...[open, invite, join, post(`${space}/participants/{{participantId}}/mute`, owner), say(guest, 'Hello')],
      ...[get(`${space}/messages`, guest), post(`${space}/participants/{{participantId}}/unmute`, owner), say(guest, 'Hello')],
      ...[change('PUT', space, owner, { name: 'Pier' }), change('PUT', space, guest, { name: 'Mine' })],
      ...[post(`${space}/participants/{{participantId}}/kick`, owner), say(guest, 'Hello'), remove(space, owner)],
    ],
  },
  {
    name: 'What is wrong is refused',
    kind: 'spec',
    requests: [
      ...[open, get(space), get(space, undefined, { 'x-private-key': 'nobody' }), say(owner, 7)],
      ...[get(artifact.replace('{{id}}', '00000000-0000-4000-8000-000000000000'), owner)],
      ...[
        get('/api/health', undefined, { 'api-version': '2' }),
        get('/hub/nothing'),
        post('/hub/space', undefined, { name: 'Bridge' }),
      ],
    ],
  },
  {
    name: 'An agent asks to be linked',
    kind: 'spec',
    requests: [
      post('/hub/link/start', undefined, { agentName: 'Ada' }),
      post('/hub/link/poll', undefined, { deviceCode: '{{deviceCode}}' }),
      post('/hub/link/poll', undefined, { deviceCode: 'nobody was given this' }),
    ],
  },
  {
    name: 'A server says how it is, and what it will change',
    kind: 'addition',
    requests: [get('/api/health'), get('/.well-known/deprecation-policy')],
  },
  {
    name: 'An invitation is bounded, listed and revoked',
    kind: 'addition',
    requests: [
      ...[open, post(`${space}/invite`, owner, { maxUses: 2, role: 'observer' }), join, get(`${space}/invitations`, owner)],
      ...[remove(`${space}/invitations/{{invitationId}}`, owner), join, get(`${space}/invitations`, owner)],
    ],
  },
  {
    name: 'A change is proposed and accepted, and a refused one is kept',
    kind: 'addition',
    requests: [
      ...[open, invite, join, post(`${space}/artifact`, owner, { name: 'Plan', type: 'markdown', content: '# Plan' })],
      ...[post(`${artifact}/proposals`, guest, { baseVersion: 1, append: 'Begin', note: 'A first step' })],
      ...[
        get(proposal, owner),
        post(`${proposal}/accept`, guest, { baseVersion: 1 }),
        post(`${proposal}/accept`, owner, { baseVersion: 1 }),
      ],
      ...[post(`${proposal}/accept`, owner, { baseVersion: 2 }), get(`${artifact}/proposals?state=all`, guest)],
      change('PATCH', artifact, guest, { content: '# Plan B', baseVersion: 2, keep: 'proposal' }),
    ],
  },
];
