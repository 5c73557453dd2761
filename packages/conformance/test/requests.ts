import { rewriting, type Breach } from './breaches.ts';
import type { Tampering } from './proxy.ts';
import { as, inChapter, refusing, saying } from './tampering.ts';

const space = /\/space\/[^/?]+$/;
const messages = /\/messages(\?|$)/;
const deliveries = /\/deliveries(\?|$)/;
const artifact = /\/artifact\/[^/?]+$/;
const joining = /\/join$/;
const ofMcp = /\/oauth-protected-resource\/mcp$/;

/** Names without the number that tells them apart. */
const bare: Tampering = {
  answer: (passage) => void (passage.body = passage.body.replaceAll(' (2)', '')),
  event: (block) => block.replaceAll(' (2)', ''),
};

const unseen = (body: object) => ({ ...body, hasMore: false });

/** Breaches of promises about what a request can contain, the lists and names that it is answered with, and who learns of a reply. */
export const breachesOfRequests: Breach[] = [
  ...inChapter('fields', [
    [
      'a field that the operation does not have',
      '400 `unknown_field` for inReplyTo, which is replyTo of a message',
      'nothing says what was meant',
      refusing('POST', 400, messages, saying('issues', [])),
    ],
    [
      'a field that the operation does not have',
      '400 `unknown_field` inside of an edit and of a section',
      'nothing says what was meant',
      refusing('PATCH', 400, artifact, saying('issues', [])),
    ],
    [
      'a field that the operation does not have',
      '200 if it looks like no other, or if that one was sent too',
      'the message is lost',
      rewriting('GET', messages, (body) => ({ ...body, messages: [] })),
    ],
    [
      'a query parameter that the operation does not have',
      '400 `unknown_field` for page of messages',
      'an invalid value, as it seems',
      refusing('GET', 400, messages, saying('code', 'invalid_request')),
    ],
    ['the cursor of a page', 'leads through all messages', 'an end before the end', rewriting('GET', messages, unseen)],
    ['the cursor of a page', 'leads through all deliveries', 'an end before the end', rewriting('GET', deliveries, unseen)],
  ]),
  ...inChapter(
    'lists',
    (
      [
        ['listInvitations', /\/invitations(\?|$)/],
        ['listFiles', /\/file(\?|$)/],
        ['listTasks', /\/tasks(\?|$)/],
        ['listDecisions', /\/decisions(\?|$)/],
        ['listProposals', /\/proposals(\?|$)/],
        ['listComments', /\/comments(\?|$)/],
        ['listArtifactVersions', /\/versions(\?|$)/],
      ] as const
    ).map(([name, path]) => [
      'a list',
      `says in ${name} whether it has more, and goes back with \`before\``,
      `${name} ends before the end`,
      rewriting('GET', path, unseen),
    ]),
  ),
  ...inChapter('names', [
    [
      'a name',
      '400 for joinSpace if its name has a character that nobody sees',
      'a conflict',
      refusing('POST', 400, joining, as(409)),
    ],
    [
      'a name',
      'is composed, and has single spaces inside only',
      'two spaces',
      rewriting('GET', space, (body) => ({ ...body, name: body.name.replace(' ', '  ') })),
    ],
    [
      'the display name',
      'is unique among those in the space: a number follows what is equal or looks alike',
      'it is the name',
      rewriting('GET', space, (body) => ({
        ...body,
        participants: body.participants.map((each: { name: string }) => ({ ...each, displayName: each.name })),
      })),
    ],
    [
      'the display name',
      'is the `senderName` of a message',
      'it is the name',
      rewriting('GET', messages, (body) => ({
        ...body,
        messages: body.messages.map((each: { senderName: string }) => ({ ...each, senderName: each.senderName.slice(0, 4) })),
      })),
    ],
    ...[
      'is that of who holds a lock, in a refusal too',
      'is that of the author of a version, in a conflict too',
      'is that of who proposes, also of the version that is accepted',
      'is that of who creates a task and who claims it, in a refusal too',
      'is told with every change of a participant, also when they leave',
    ].map((promise): [string, string, string, Tampering] => ['the display name', promise, 'it is the name', bare]),
    [
      'the display name',
      'says to the owner whose name a request to join resembles',
      'it resembles nobody',
      rewriting('GET', space, (body) => ({
        ...body,
        participants: body.participants.map((each: object) => ({ ...each, resembles: undefined })),
      })),
    ],
  ]),
  ...inChapter('deliveries', [
    [
      'a reply',
      'reaches who asked as a delivery that expects nothing, also when they were not there',
      'nobody is told',
      rewriting('GET', deliveries, (body) => ({ ...body, deliveries: [] })),
    ],
    [
      'a reply',
      'to a reply makes no delivery, however long the chain is',
      'each makes one',
      rewriting('GET', deliveries, (body) => ({ ...body, deliveries: [...body.deliveries, ...body.deliveries] })),
    ],
  ]),
  ...inChapter('keys', [
    [
      'with a key as a bearer token',
      '401 key_unknown that names the header, if it is neither a key nor a session',
      'no key, as it seems',
      refusing('GET', 401, space, saying('code', 'key_missing')),
    ],
  ]),
  {
    what: 'the metadata of MCP is that of the server',
    only: 'MCP has metadata of its own, at the path that RFC 9728 says',
    promise: 'MCP has metadata of its own, at the path that RFC 9728 says',
    tampering: () => rewriting('GET', ofMcp, (body) => ({ ...body, resource: body.resource.replace(/\/mcp$/, '') })),
  },
];
