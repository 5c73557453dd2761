import { afterEach, describe, expect, test, vi } from 'vitest';
import { json, nothing, scripted } from '../test/scripted-fetch.ts';
import { approval, inbox, tools } from './agents.ts';
import { Account, Artifact, Artifacts, Delivery, imageFrom, Link, Parley, Proposal, readInvitation, Space } from './index.ts';

const key = 'f'.repeat(64);
const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const baseUrl = 'http://parley.test';
const view = { id: spaceId, name: 'Plan', content: '', version: 1, proposalId: spaceId };
const request = { deviceCode: 'd', verificationUri: 'u', verificationUriComplete: 'u', expiresIn: 600, interval: 5 };

const { fetch, requests } = scripted(json(nothing));
const parley = new Parley({ baseUrl, fetch });
const space = parley.space({ spaceId, key });
const artifact = await new Parley({ baseUrl, fetch: scripted(json(view)).fetch }).space({ spaceId, key }).artifacts.get(spaceId);
const delivery = (await claimed().next()).value!;
const proposal = await artifact.proposal(spaceId);
const link = await new Parley({ baseUrl, fetch: scripted(json(request)).fetch }).startLink();

function claimed() {
  const claim = { delivery: { deliveryId: spaceId, state: 'done' }, message: { id: spaceId } };
  return new Parley({ baseUrl, fetch: scripted(json(claim)).fetch }).space({ spaceId, key }).deliveries();
}

/** Whatever JavaScript may pass where types are not checked. */
const bad = (value: unknown): any => value;
const call = (options: unknown) => (method: (options: any) => unknown) => method(options);

type Case = [what: string, run: () => unknown, parameter: string];

/** By method, so that a new one without a row is found. */
const cases: Record<string, Case[]> = {
  'new Parley': [
    ['no baseUrl', () => new Parley(), 'baseUrl'],
    ['an address in place of options', () => new Parley(bad(baseUrl)), 'options'],
    ['a baseUrl without a scheme', () => new Parley({ baseUrl: 'localhost:8787' }), 'baseUrl'],
    ['a baseUrl of another scheme', () => new Parley({ baseUrl: 'ftp://parley.test' }), 'baseUrl'],
    ['a baseUrl with a password', () => new Parley({ baseUrl: 'http://u:hunter2@parley.test' }), 'baseUrl'],
    ['a baseUrl with a query', () => new Parley({ baseUrl: `${baseUrl}?a=1` }), 'baseUrl'],
    ['a URL object', () => new Parley({ baseUrl: bad(new URL(baseUrl)) }), 'baseUrl'],
    ['a token that is no string', () => new Parley({ baseUrl, userToken: bad(7) }), 'userToken'],
    ['a session with a line break', () => new Parley({ baseUrl, session: 'a\nb' }), 'session'],
    ['a fetch that is no function', () => new Parley({ baseUrl, fetch: bad({}) }), 'fetch'],
    ['a logger without methods', () => new Parley({ baseUrl, logger: bad({}) }), 'logger'],
    ['a negative timeout', () => new Parley({ baseUrl, timeoutMs: -1 }), 'timeoutMs'],
    ['half a retry', () => new Parley({ baseUrl, maxRetries: 0.5 }), 'maxRetries'],
  ],
  health: [['a signal that is none', () => parley.health({ signal: bad({}) }), 'signal']],
  createSpace: [
    ['nothing', () => parley.createSpace(bad(undefined)), 'name'],
    ['a name alone', () => parley.createSpace(bad('Launch')), 'input'],
    ['no description', () => parley.createSpace(bad({ name: 'Launch' })), 'description'],
    ['a ttl that is text', () => parley.createSpace({ name: 'a', description: '', ttl: bad('60') }), 'ttl'],
  ],
  join: [
    ['no invitation', () => parley.join(bad(undefined), { name: 'Bob' }), 'invitation'],
    ['another link', () => parley.join('http://parley.test/docs', { name: 'Bob' }), 'invitation'],
    ['no name', () => parley.join(`${baseUrl}/space/${spaceId}/abc`, bad({})), 'name'],
    ['no options', () => parley.join(`${baseUrl}/space/${spaceId}/abc`, bad(undefined)), 'name'],
    [
      'a key that is no string',
      () => parley.join({ spaceId, publicInvitationKey: bad(7) }, { name: 'B' }),
      'publicInvitationKey',
    ],
    [
      'a pollMs that is text',
      () => parley.join({ spaceId, publicInvitationKey: 'a' }, { name: 'B', pollMs: bad('9') }),
      'pollMs',
    ],
    [
      'a wrong idempotencyKey',
      () => parley.join({ spaceId, publicInvitationKey: 'a' }, { name: 'B', idempotencyKey: 'ü' }),
      'idempotencyKey',
    ],
  ],
  space: [
    ['nothing', () => parley.space(bad(undefined)), 'spaceId'],
    ['no key', () => parley.space(bad({ spaceId })), 'key'],
    ['a key that is no string', () => parley.space({ spaceId, key: bad(42) }), 'key'],
    ['an id that is a step in a path', () => parley.space({ spaceId: '..', key }), 'spaceId'],
  ],
  getMySpaceKey: [['no id', () => parley.getMySpaceKey(bad(undefined)), 'spaceId']],
  startLink: [['a name that is no string', () => parley.startLink(bad({})), 'agentName']],
  ask: [
    ['no question', () => parley.ask(bad(undefined)), 'query'],
    ['nobody', () => space.ask(bad(undefined), 'a'), 'idOrName'],
    ['no question to a participant', () => space.ask('Bob', bad(undefined)), 'content'],
    ['a wrong limit', () => space.ask('Bob', 'a', { timeoutMs: bad('1') }), 'timeoutMs'],
  ],
  decide: [
    ['a title alone', () => space.decide(bad('Ship it?')), 'question'],
    ['half a minute', () => space.decide({ title: 'Ship it?', expiresInSeconds: 30.5 }), 'expiresInSeconds'],
  ],
  deliveries: [
    ['half a second', () => space.deliveries({ leaseSeconds: 0.5 }), 'leaseSeconds'],
    ['a wrong signal', () => space.deliveries({ signal: bad(true) }), 'signal'],
  ],
  work: [
    ['no handler', () => space.work(bad(undefined)), 'handler'],
    ['no concurrency', () => space.work(() => {}, { concurrency: 0 }), 'concurrency'],
    ['a wrong callback', () => space.work(() => {}, { onError: bad('log') }), 'onError'],
  ],
  export: [
    ['a format that is no text', () => space.export({ format: bad(7) }), 'format'],
    ['a wrong timeout', () => space.export({ timeoutMs: bad('1') }), 'timeoutMs'],
  ],
  reply: [['no content', () => delivery.reply(bad(undefined)), 'content']],
  acknowledge: [['a wrong note', () => delivery.acknowledge(bad(5)), 'note']],
  decline: [['a wrong note', () => delivery.decline(bad(5)), 'note']],
  release: [['a wrong timeout', () => delivery.release({ timeoutMs: bad('1') }), 'timeoutMs']],
  call: [
    ['a key that is no string', () => parley.call('getSpace', { spaceId }, { key: bad(1) }), 'key'],
    ['an id that is no string', () => space.call('getArtifact', { artifactId: bad(1) }), 'artifactId'],
    ['a header with a line break', () => space.call('getSpace', {}, { headers: { a: 'b\nc' } }), 'headers'],
    ['a text for minimal', () => space.call('getSpace', {}, { minimal: bad('yes') }), 'minimal'],
  ],
  get: [
    ['a wrong timeout', () => space.get({ timeoutMs: Number.NaN }), 'timeoutMs'],
    ['no id of an artifact', () => space.artifacts.get(bad(undefined)), 'idOrName'],
  ],
  update: [
    ['an agenda that is a list', () => space.update({ agenda: bad([]) }), 'agenda'],
    ['a budget that is text', () => space.update({ agentBudget: bad('none') }), 'agentBudget'],
  ],
  resetBudget: [['a wrong timeout', () => space.resetBudget({ timeoutMs: -1 }), 'timeoutMs']],
  pause: [['a reason that is no text', () => space.pause(bad(1)), 'reason']],
  resume: [['a wrong timeout', () => space.resume({ timeoutMs: -1 }), 'timeoutMs']],
  close: [['a wrong header', () => space.close({ headers: bad('a') }), 'headers']],
  invite: [['a wrong number', () => space.invite({ maxUses: bad('1') }), 'maxUses']],
  invitations: [['a wrong retry', () => space.invitations({ maxRetries: -1 }), 'maxRetries']],
  invitation: [['no id', () => space.invitation(bad(undefined)), 'invitationId']],
  revokeInvitation: [['no id', () => space.revokeInvitation(bad(undefined)), 'invitationId']],
  catchUp: [
    ['a position that is text', () => space.catchUp({ after: bad('1') }), 'after'],
    ['a budget that is text', () => space.catchUp({ budget: bad('few') }), 'budget'],
  ],
  catchUpText: [['a wrong timeout', () => space.catchUpText({ timeoutMs: bad('1') }), 'timeoutMs']],
  redact: [
    ['no id', () => space.redact(bad(undefined)), 'messageId'],
    ['a wrong reason', () => space.redact(spaceId, { reason: bad(1) }), 'reason'],
  ],
  participant: [['nobody', () => space.participant(bad(undefined)), 'idOrName']],
  approve: [['a participant', () => space.approve(bad({ participantId: 'a' })), 'idOrName']],
  kick: [['a wrong flag', () => space.kick(spaceId, { revokeInvitation: bad(1) }), 'revokeInvitation']],
  mute: [['an empty name', () => space.mute(''), 'idOrName']],
  unmute: [['a number', () => space.unmute(bad(1)), 'idOrName']],
  setWakeAddress: [['no URL', () => space.setWakeAddress(bad(undefined)), 'url']],
  wakeAddress: [['a wrong timeout', () => space.wakeAddress({ timeoutMs: -1 }), 'timeoutMs']],
  removeWakeAddress: [['a wrong key', () => space.removeWakeAddress({ idempotencyKey: 'ü' }), 'idempotencyKey']],
  leave: [['a wrong key', () => space.leave({ idempotencyKey: 'ü' }), 'idempotencyKey']],
  rotateKey: [['nothing to store with', () => space.rotateKey(bad({})), 'store']],
  send: [
    ['nothing', () => space.send(bad(undefined)), 'content'],
    ['an object', () => space.send(bad({ text: 'a' })), 'content'],
    ['a wrong type', () => space.send('a', { type: bad(1) }), 'type'],
    ['a wrong addressee', () => space.send('a', { to: ['Bob', bad(1)] }), 'to'],
    ['no addressee', () => space.send('a', { to: [] }), 'to'],
    ['a wrong reply', () => space.send('a', { replyTo: bad({}) }), 'replyTo'],
    ['a wrong correction', () => space.send('a', { replaces: bad({}) }), 'replaces'],
  ],
  messages: [
    ['a bad date', () => space.messages({ since: new Date(Number.NaN) }), 'since'],
    ['a bad date-time', () => space.messages({ since: 'yesterday' }), 'since'],
    ['a wait that is too long', () => space.messages({ waitMs: 25_001 }), 'waitMs'],
    ['half a message', () => space.messages({ limit: 0.5 }), 'limit'],
  ],
  history: [
    ['a bad date', () => space.history({ since: '' }).next(), 'since'],
    ['a wrong version', () => artifact.history({ before: bad('2') }), 'before'],
  ],
  search: [
    ['nothing', () => space.search(bad(undefined)), 'query'],
    ['a bad date', () => space.search('a', { before: 'soon' }), 'before'],
    ['a wrong kind', () => space.search('a', { in: bad(1) }), 'in'],
  ],
  events: [
    ['a bad date', () => space.events({ since: 'soon' }), 'since'],
    ['a bad position', () => space.events({ after: bad('5') }), 'after'],
    ['another transport', () => space.events({ transport: bad('carrier pigeon') }), 'transport'],
    ['a callback that is none', () => space.events({ onConnect: bad('log') }), 'onConnect'],
  ],
  create: [
    ['no name', () => space.artifacts.create(bad('Plan')), 'name'],
    ['nothing', () => space.artifacts.create(bad(null)), 'name'],
    ['a wrong wish', () => space.artifacts.create({ name: 'Plan', ifExists: bad(true) }), 'ifExists'],
  ],
  getOrCreate: [
    ['no name', () => space.artifacts.getOrCreate(bad(undefined)), 'name'],
    ['a wrong content', () => space.artifacts.getOrCreate({ name: 'Plan', content: bad(1) }), 'content'],
  ],
  list: [
    ['a wrong signal', () => space.artifacts.list({ signal: bad(true) }), 'signal'],
    ['a wrong choice', () => space.artifacts.list({ deleted: bad('yes') }), 'deleted'],
  ],
  write: [
    ['no content', () => artifact.write(bad(undefined)), 'content'],
    ['a wrong base', () => artifact.write('a', { baseVersion: bad('v1') }), 'baseVersion'],
    ['a wrong wish', () => artifact.write('a', { orPropose: bad('yes') }), 'orPropose'],
  ],
  edit: [
    ['no change', () => artifact.edit(bad('text')), 'change'],
    ['an empty change', () => artifact.edit(bad({})), 'change'],
    ['two changes', () => artifact.edit(bad({ content: 'a', append: 'b' })), 'change'],
    ['a wrong text', () => artifact.edit({ append: bad(1) }), 'append'],
    ['a wrong wait', () => artifact.edit(() => undefined, { waitMs: bad('1') }), 'waitMs'],
    ['a wrong wait for a change', () => artifact.edit({ append: 'a' }, { waitMs: bad('1') }), 'waitMs'],
    ['a wrong note', () => artifact.edit(() => undefined, { note: bad(1) }), 'note'],
    ['a wrong wish', () => artifact.edit({ append: 'a' }, { orPropose: bad('yes') }), 'orPropose'],
  ],
  preview: [
    ['a function', () => artifact.preview(bad(() => 'a')), 'change'],
    ['a wrong base', () => artifact.preview({ append: 'a' }, { baseVersion: bad('1') }), 'baseVersion'],
  ],
  at: [
    ['no version', () => artifact.at(bad(undefined)), 'version'],
    ['a text', () => artifact.at(bad('..')), 'version'],
  ],
  diff: [
    ['no version', () => artifact.diff(bad(undefined)), 'from'],
    ['a wrong version', () => artifact.diff(1, bad('present')), 'to'],
  ],
  restore: [
    ['half a version', () => artifact.restore(1.5), 'version'],
    ['no id', () => space.artifacts.restore(bad(undefined)), 'artifactId'],
  ],
  propose: [
    ['a function', () => artifact.propose(bad(() => 'a')), 'change'],
    ['a wrong base', () => artifact.propose({ append: 'a' }, { baseVersion: bad('1') }), 'baseVersion'],
  ],
  proposals: [['a wrong number', () => artifact.proposals({ limit: bad('2') }), 'limit']],
  proposal: [['no id', () => artifact.proposal(bad(undefined)), 'proposalId']],
  read: [['a wrong timeout', () => proposal.read({ timeoutMs: bad('1') }), 'timeoutMs']],
  accept: [
    ['a text in place of options', () => proposal.accept(bad('my text')), 'options'],
    ['a wrong text', () => proposal.accept({ content: bad(1) }), 'content'],
    ['no id of a delivery', () => space.accept(bad(undefined)), 'deliveryId'],
  ],
  reject: [['a note in place of options', () => proposal.reject(bad('Enough')), 'options']],
  rebase: [['no change', () => proposal.rebase(bad('text')), 'change']],
  rename: [['no name', () => artifact.rename(bad(undefined)), 'name']],
  delete: [['a wrong timeout', () => call({ timeoutMs: '1' })(artifact.delete.bind(artifact)), 'timeoutMs']],
  thread: [['a wrong timeout', () => call({ timeoutMs: '1' })(delivery.thread.bind(delivery)), 'timeoutMs']],
  setInbound: [
    ['nobody', () => space.setInbound(bad(undefined)), 'accept'],
    ['a number', () => space.setInbound(bad([7])), 'accept'],
    ['something else for others', () => space.setInbound('all', { others: bad(1) }), 'others'],
  ],
  inbound: [['a wrong timeout', () => space.inbound(bad({ timeoutMs: '1' })), 'timeoutMs']],
  withdraw: [
    ['no id', () => space.withdraw(bad(7)), 'deliveryId'],
    ['a wrong timeout for a proposal', () => proposal.withdraw({ timeoutMs: bad('1') }), 'timeoutMs'],
    ['a wrong timeout', () => space.withdraw('id', bad({ timeoutMs: '1' })), 'timeoutMs'],
  ],
  pastEvents: [
    ['a wrong kind', () => space.pastEvents({ kinds: bad(1) }), 'kinds'],
    ['a wrong place', () => space.pastEvents({ before: bad('1') }), 'before'],
  ],
  recent: [
    ['no number', () => space.recent(bad('20')), 'count'],
    ['a negative number', () => space.recent(-1), 'count'],
  ],
  refresh: [['a wrong timeout', () => call({ timeoutMs: '1' })(artifact.refresh.bind(artifact)), 'timeoutMs']],
  lock: [['a wrong timeout', () => call({ timeoutMs: '1' })(artifact.lock.bind(artifact)), 'timeoutMs']],
  heartbeat: [['a wrong timeout', () => call({ timeoutMs: '1' })(artifact.heartbeat.bind(artifact)), 'timeoutMs']],
  unlock: [['a wrong timeout', () => call({ timeoutMs: '1' })(artifact.unlock.bind(artifact)), 'timeoutMs']],
  download: [['a wrong timeout', () => call({ timeoutMs: '1' })(artifact.download.bind(artifact)), 'timeoutMs']],
  me: [['a wrong timeout', () => call({ timeoutMs: '1' })(parley.account.me.bind(parley.account)), 'timeoutMs']],
  spaces: [['a bad date', () => parley.account.spaces({ before: new Date('?') }), 'before']],
  createToken: [['a wrong name', () => parley.account.createToken(bad(5)), 'name']],
  tokens: [['a bad date', () => parley.account.tokens({ before: 'then' }), 'before']],
  revokeToken: [['no id', () => parley.account.revokeToken(bad(undefined)), 'tokenId']],
  token: [['a wrong pollMs', () => link.token({ pollMs: -5 }), 'pollMs']],
};

afterEach(() => vi.unstubAllEnvs());

const rows = Object.entries(cases).flatMap(([method, each]) => each.map(([what, ...rest]) => [method, what, ...rest] as const));

test.each(rows)(
  '%s refuses %s before anything is sent, with a TypeError that names the parameter',
  async (_, __, run, parameter) => {
    vi.stubEnv('PARLEY_URL', undefined);
    const before = requests.length;
    const error: unknown = await (async () => run())().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toMatch(new RegExp(`^${parameter} (is required|must )`));
    expect((error as Error).message).not.toContain('hunter2');
    expect(requests).toHaveLength(before);
  },
);

/** The own and inherited methods of a class. */
function methodsOf(prototype: object): string[] {
  if (prototype === Object.prototype) return [];
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(([, { value }]) => typeof value === 'function');
  return [...own.map(([name]) => name), ...methodsOf(Object.getPrototypeOf(prototype) as object)];
}

test('every public method has such a case', () => {
  const classes = [Parley, Space, Delivery, Artifact, Artifacts, Proposal, Account, Link];
  const methods = new Set(classes.flatMap(({ prototype }) => methodsOf(prototype)));
  for (const other of ['constructor', 'toJSON', 'finish']) methods.delete(other);
  expect(Object.keys(cases).toSorted()).toEqual(['new Parley', ...methods].toSorted());
});

test('functions of the package refuse wrong arguments in the same way', async () => {
  expect(() => readInvitation(bad(null))).toThrow(/^invitation must be/);
  await expect(imageFrom(bad('chart.png'))).rejects.toThrow(/^file must be/);
  expect(() => tools(bad(undefined))).toThrow(/^space is required/);
  expect(() => tools(space, { only: bad('get_space') })).toThrow(/^only must be an array/);
  expect(() => tools(space, bad({ names: [] }))).toThrow(/^options cannot have "names"/);
  expect(() => inbox(bad(key))).toThrow(/^space must be an object/);
  expect(() => inbox(space, { leaseSeconds: bad('60') })).toThrow(/^leaseSeconds must be/);
  await expect(approval(bad(undefined), { title: 'a' })).rejects.toThrow(/^space is required/);
  await expect(approval(space, bad({}))).rejects.toThrow(/^title is required/);
  await expect(approval(space, { title: 'a' }, bad({ timeoutMs: 5 }))).rejects.toThrow(/^options cannot have "timeoutMs"/);
});

describe('an option that does not exist', () => {
  const from = { spaceId, publicInvitationKey: 'k' };
  const unknown: [said: string, run: () => unknown][] = [
    ['options cannot have "too"; did you mean "to"?', () => space.send('Hello', bad({ too: 'Bob' }))],
    ['options cannot have "timeout"; did you mean "timeoutMs"?', () => space.get(bad({ timeout: 5 }))],
    ['options cannot have "maxretries"; did you mean "maxRetries"?', () => new Parley(bad({ baseUrl, maxretries: 1 }))],
    ['options cannot have "baseURL"; did you mean "baseUrl"?', () => new Parley(bad({ baseURL: baseUrl }))],
    ['hooks cannot have "requests"; did you mean "request"?', () => new Parley({ baseUrl, hooks: bad({ requests: () => {} }) })],
    ['options cannot have "onRetry"; known are ', () => new Parley(bad({ baseUrl, onRetry: () => {} }))],
    [
      'input cannot have "descripton"; did you mean "description"?',
      () => parley.createSpace(bad({ name: 'a', descripton: 'b' })),
    ],
    ['input cannot have "agneda"; did you mean "agenda"?', () => space.update(bad({ agneda: 'b' }))],
    ['input cannot have "contnt"; did you mean "content"?', () => space.call('sendMessage', bad({ contnt: 'b' }))],
    ['there is no operation "nope"', () => space.call(bad('nope'), {})],
    ['there is no operation "sendMesage"; did you mean "sendMessage"?', () => space.call(bad('sendMesage'), {})],
    ['there is no operation "constructor"', () => parley.call(bad('constructor'), {})],
    ['name must be the name of an operation', () => space.call(bad(undefined), {})],
    ['options cannot have "idempotencykey"; did you mean', () => space.call('closeSpace', {}, bad({ idempotencykey: 'b' }))],
    ['options cannot have "nam"; did you mean "name"?', () => parley.join(from, bad({ nam: 'Bob' }))],
    ['options cannot have "maxUse"; did you mean "maxUses"?', () => space.invite(bad({ maxUse: 1 }))],
    ['options cannot have "revoke"; known are ', () => space.kick(spaceId, bad({ revoke: true }))],
    ['options cannot have "limits"; did you mean "limit"?', () => space.messages(bad({ limits: 1 }))],
    ['options cannot have "afer"; did you mean "after"?', () => space.history(bad({ afer: 1 })).next()],
    ['options cannot have "sinc"; did you mean "since"?', () => space.events(bad({ sinc: 1 }))],
    ['options cannot have "concurrency"; known are ', () => space.deliveries(bad({ concurrency: 1 }))],
    ['options cannot have "concurency"; did you mean "concurrency"?', () => space.work(() => {}, bad({ concurency: 1 }))],
    ['options cannot have "timeout"; did you mean "timeoutMs"?', () => space.ask('Bob', 'Ready?', bad({ timeout: 1 }))],
    ['options cannot have "wait"; did you mean "waitMs"?', () => artifact.edit((text) => text, bad({ wait: 1 }))],
    ['options cannot have "baseVersion"; known are ', () => artifact.edit((text) => text, bad({ baseVersion: 1 }))],
    ['options cannot have "wait"; did you mean "waitMs"?', () => artifact.edit({ append: 'a' }, bad({ wait: 1 }))],
    ['change cannot have "apend"; did you mean "append"?', () => artifact.edit(bad({ apend: 'a' }))],
    ['edit cannot have "from"; known are old, new', () => artifact.edit(bad({ edits: [{ from: 'a', to: 'b' }] }))],
    [
      'section cannot have "headng"; did you mean "heading"?',
      () => artifact.propose(bad({ section: { headng: 'a', content: '' } })),
    ],
    ['options cannot have "basVersion"; did you mean "baseVersion"?', () => artifact.write('a', bad({ basVersion: 1 }))],
    ['options cannot have "nte"; did you mean "note"?', () => artifact.restore(1, bad({ nte: 'a' }))],
    [
      'options cannot have "baseVerson"; did you mean "baseVersion"?',
      () => artifact.propose({ append: 'a' }, bad({ baseVerson: 1 })),
    ],
    ['options cannot have "stat"; did you mean "state"?', () => artifact.proposals(bad({ stat: 'all' }))],
    ['options cannot have "orPropose"', () => artifact.restore(1, bad({ orPropose: true }))],
    ['options cannot have "delted"; did you mean "deleted"?', () => space.artifacts.list(bad({ delted: true }))],
    ['options cannot have "poll"; did you mean "pollMs"?', () => link.token(bad({ poll: 1 }))],
    ['options cannot have "typ"; did you mean "type"?', () => imageFrom(new Uint8Array(), bad({ typ: 'image/png' }))],
  ];

  test.for(unknown)('is refused: %s', async ([said, run]) => {
    const before = requests.length;
    const error = await Promise.resolve()
      .then(run)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toContain(said);
    expect(requests).toHaveLength(before);
  });

  test('is accepted without a value, and in an instance of a class', () => {
    class Metrics {
      count = 0;
      request(): void {
        this.count += 1;
      }
    }
    expect(() => new Parley({ baseUrl, hooks: new Metrics(), ...bad({ onRetry: undefined }) })).not.toThrow();
  });
});

describe('the address of the service', () => {
  const at = async (options?: { baseUrl: string }) => {
    const served = scripted(json({ status: 'ok' }));
    await new Parley({ ...options, fetch: served.fetch }).health();
    return served.requests[0]!.url;
  };

  test('is PARLEY_URL when baseUrl is not given, which takes precedence', async () => {
    vi.stubEnv('PARLEY_URL', 'https://env.test/base/');
    expect(await at()).toBe('https://env.test/base/api/health');
    expect(await at({ baseUrl })).toBe(`${baseUrl}/api/health`);
    vi.stubEnv('PARLEY_URL', 'env.test');
    expect(() => new Parley()).toThrow(/^PARLEY_URL must be a URL that begins with http/);
    vi.stubEnv('PARLEY_URL', '');
    expect(() => new Parley()).toThrow(/^baseUrl is required/);
  });

  test('must be given where there is no environment, as in a browser', () => {
    vi.stubGlobal('process', undefined);
    try {
      expect(() => new Parley()).toThrow(/^baseUrl is required/);
      expect(() => new Parley({ baseUrl })).not.toThrow();
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
