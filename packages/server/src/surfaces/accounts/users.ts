import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  changePerson,
  idOf,
  isDestroying,
  issuerOf,
  NotChanged,
  personActions,
  type PersonAction,
} from '../../account/administration.ts';
import type { Person } from '../../account/directory.ts';
import type { Account } from '../../account/provider.ts';
import type { Parley } from '../../parley.ts';
import { alert, notice, sendPage } from '../pages/form-page.ts';
import { assertProof, field, formProof, seeOther } from '../pages/forms.ts';
import { escapeHtml } from '../pages/wording.ts';
import { place } from './entrance.ts';
import { checkbox, form } from './fields.ts';
import { queryOf } from './next.ts';
import { bdi, dialog, list, longestList, section } from './section.ts';
import { accountOf } from './session.ts';

const title = 'Users of this server';

const outcomes: Record<PersonAction, string> = {
  disable: 'Disabled. Sessions and tokens are refused from now on; keys of spaces stop working within a second.',
  enable: 'Enabled.',
  promote: 'This person is an administrator now.',
  demote: 'This person is no administrator any more.',
  delete: 'Deleted. It leaves its spaces within seconds.',
  erase: 'Erased. Its name disappears from its spaces within seconds.',
  'erase-messages': 'Erased. Its name and what it wrote disappear from its spaces within seconds.',
};

const isChange = (word: string): word is PersonAction => personActions.some((each) => each === word);

/** The person of an account if it is an administrator. */
export async function administratorOf({ directory }: Pick<Parley, 'directory'>, { id }: Account): Promise<Person | undefined> {
  const found = await directory.find(id);
  return found.find(
    ({ accountId, isAdministrator, disabledAt }) => accountId === id && isAdministrator && disabledAt === undefined,
  );
}

/** Serves the page on which administrators manage the users of this server. */
export function serveUsers(app: FastifyInstance, parley: Parley): void {
  const { audit, directory, secret } = parley;

  /** Answers everybody else. */
  async function asAdministrator(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (account: Account, administrator: Person) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const account = await accountOf(request, parley);
    if (!account) return seeOther(reply, place('login', 'users'));
    const administrator = await administratorOf(parley, account);
    return administrator ? work(account, administrator) : sendPage(reply.code(403), title, onlyAdministrators);
  }

  app.get('/users', (request, reply) =>
    asAdministrator(request, reply, async (account) => {
      const [done, wanted] = [queryOf(request, 'done'), queryOf(request, 'find').trim()];
      const [last] = queryOf(request, 'after') ? await directory.find(queryOf(request, 'after')) : [];
      const people = wanted ? await directory.find(wanted) : await directory.page(longestList + 1, last);
      const shown = people.slice(0, longestList);
      const proofOf = (person: Person, change: PersonAction) => formProof(secret, account.id, idOf(person), change);
      const more = !wanted && people.length > longestList ? idOf(shown.at(-1)!) : undefined;
      const parts = [
        isChange(done) ? notice(outcomes[done]) : '',
        finding(wanted),
        section(
          'people',
          wanted ? 'Found' : 'All',
          list(
            shown.map((person) => entry(person, account, proofOf)),
            'Nobody.',
          ),
        ),
        more === undefined ? '' : `<p><a class="button quiet" href="users?after=${encodeURIComponent(more)}">Show more</a></p>`,
      ];
      return sendPage(reply, title, parts.filter(Boolean).join('\n'), 'sections');
    }),
  );

  app.post('/users', (request, reply) =>
    asAdministrator(request, reply, async (account, administrator) => {
      const [id, asked] = [field(request, 'id'), field(request, 'change')];
      if (!isChange(asked)) throw new ServiceError('invalid_request', 'change: must be one of the changes of this page');
      assertProof(field(request, 'proof'), formProof(secret, account.id, id, asked));
      const change = asked === 'erase' && field(request, 'messages') ? 'erase-messages' : asked;
      const [person] = await directory.find(id);
      if (!person) return refused(reply, 'This person is not here any more.');
      const recorded = {
        event: `users-${change}`,
        via: 'page',
        actor: { accountId: account.id },
        about: { personId: id },
        ip: request.ip,
      };
      try {
        await changePerson(directory, { person, change, by: administrator.userId, now: Date.now() });
      } catch (error) {
        if (!(error instanceof NotChanged)) throw error;
        audit.record({ ...recorded, refused: 'not-changed' });
        return refused(reply, `${error.message}.`);
      }
      audit.record(recorded);
      return seeOther(reply, `users?done=${change}`);
    }),
  );
}

const onlyAdministrators = `<p>Only administrators of this server can manage its users. An operator makes you one with
<code>parley-server users promote</code> and your e-mail address.</p>
<p><a class="button quiet" href="account">Your account</a></p>`;

const refused = (reply: FastifyReply, text: string): FastifyReply =>
  sendPage(reply.code(409), title, `${alert(text)}\n<p><a class="button quiet" href="users">Back</a></p>`);

const finding = (wanted: string): string => `<form class="fields" method="get" action="users">
  <label class="field">E-mail address<input name="find" type="search" value="${escapeHtml(wanted)}" autocomplete="off" /></label>
  <button>Find</button>
</form>`;

interface ChangeForm {
  change: PersonAction;
  verb: string;
  /** What it does, as HTML. */
  body: string;
  fields?: readonly string[];
}

/** What can be done to somebody else. */
function changesOf({ disabledAt, isAdministrator }: Person): ChangeForm[] {
  const role: ChangeForm = isAdministrator
    ? { change: 'demote', verb: 'Demote', body: '<p>It can no longer manage the users of this server.</p>' }
    : { change: 'promote', verb: 'Promote', body: '<p>It can manage all users of this server, as you can.</p>' };
  const access: ChangeForm =
    disabledAt === undefined
      ? {
          change: 'disable',
          verb: 'Disable',
          body: '<p>Its browsers are signed out, its tokens are refused, and the keys of its spaces stop working, also those of its agents. You can enable it again.</p>',
        }
      : {
          change: 'enable',
          verb: 'Enable',
          body: '<p>It can sign in again, its tokens work, and it can recover the keys of its spaces.</p>',
        };
  return [
    access,
    ...(disabledAt === undefined || isAdministrator ? [role] : []),
    {
      change: 'delete',
      verb: 'Delete',
      body: '<p>Its account and its tokens are deleted, and it leaves its spaces. Nobody can open those that it owns as their owner any more. This cannot be undone.</p>',
    },
    {
      change: 'erase',
      verb: 'Erase',
      body: '<p>As Delete; and its name in its spaces becomes “Deleted person”. Backups that were made before still have it. This cannot be undone.</p>',
      fields: [checkbox('messages', 'Erase what it wrote too, as far as texts can be deleted')],
    },
  ];
}

function entry(person: Person, account: Account, proofOf: (person: Person, change: PersonAction) => string): string {
  const id = idOf(person);
  const isMe = person.accountId === account.id;
  const name = person.name || person.email || id;
  const tags = [person.isAdministrator && 'administrator', person.disabledAt !== undefined && 'disabled', isMe && 'you'].filter(
    Boolean,
  );
  const buttons = changesOf(person).map(({ change, verb, body, fields = [] }) =>
    dialog({
      id: `${change}-${id}`,
      verb,
      name,
      body: `${body}\n${form('users', { id, change, proof: proofOf(person, change) }, fields, verb).replace('<button>', isDestroying(change) ? '<button class="bad">' : '<button>')}`,
    }),
  );
  return `<li><div>
<p class="name">${bdi(name)}${tags.map((tag) => ` <span class="tag${tag === 'disabled' ? ' attention' : ''}">${String(tag)}</span>`).join('')}</p>
<small>${bdi(person.email)} · since ${new Date(person.createdAt).toISOString().slice(0, 10)} · ${escapeHtml(issuerOf(person))}</small>
</div>${isMe ? '' : `<div class="buttons">${buttons.join('\n')}</div>`}</li>`;
}
