import { pythonWith } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workshop } from '../workshop.ts';

const generator = 'openapi-python-client==0.29.1';
const workshop = new Workshop();
const python = pythonWith(generator);
const unless = python ? '' : ' (SKIPPED: there is no Python 3, or its package index cannot be reached)';
// No hook runs if every test is skipped.
if (!python) await workshop.close();

beforeAll(() => workshop.open());
afterAll(() => workshop.close());

const meeting = `
import importlib, pkgutil, sys
import parley
for module in pkgutil.walk_packages(parley.__path__, 'parley.'):
    importlib.import_module(module.name)

from parley import AuthenticatedClient, Client
from parley.api.decisions import answer_decision, create_decision
from parley.api.deliveries import accept_delivery, put_inbound
from parley.api.invitations import create_invitation
from parley.api.messages import list_messages, redact_message, send_message
from parley.api.participants import join_space
from parley.api.search import search_space
from parley.api.spaces import create_space, pause_space, resume_space
from parley.models import AnswerDecisionRequest, CreateDecisionRequest, CreateSpaceRequest, InboundOthers, JoinSpaceRequest
from parley.models import MessageType, PauseSpaceRequest, PutInboundRequest, RedactMessageRequest, SendMessageRequest

url = sys.argv[1]
made = create_space.sync(client=Client(url), body=CreateSpaceRequest(name='Launch', description=''), x_user_token='usr_of_nobody')
def holder(key):
    return AuthenticatedClient(url, token=key, prefix='', auth_header_name='X-Private-Key')
owner = holder(made.owner_private_key)
send_message.sync(made.space_id, client=owner, body=SendMessageRequest(content='Hello', type_=MessageType.TEXT))
page = list_messages.sync(made.space_id, client=owner, after=0)
later = list_messages.sync(made.space_id, client=owner, timestamp=page.cursor)
question = create_decision.sync(made.space_id, client=owner, body=CreateDecisionRequest(title='Send it?', voters=[str(made.owner_id)]))
def answer(option):
    body = AnswerDecisionRequest(option=option)
    return answer_decision.sync_detailed(made.space_id, question.decision_id, client=owner, body=body)
answers = [answer(option) for option in ('perhaps', 'approve', 'reject')]
print([each.status_code.value for each in answers], answers[1].parsed.outcome, answers[2].parsed.code, answers[2].parsed.outcome)
print([message.content for message in page.messages], len(later.messages))

# Pausing, searching, erasing and choosing whose messages are accepted: each is done, and refused.
invited = create_invitation.sync(made.space_id, client=owner)
joined = join_space.sync(made.space_id, client=holder(invited.public_invitation_key), body=JoinSpaceRequest(name='Grace'))
guest = holder(joined.participant_private_key)
def ask():
    return send_message.sync_detailed(made.space_id, client=guest, body=SendMessageRequest(content='Ready?', to=[made.owner_id]))
paused = pause_space.sync_detailed(made.space_id, client=owner, body=PauseSpaceRequest(reason='Think'))
stopped = ask()
own = resume_space.sync_detailed(made.space_id, client=guest)
resumed = resume_space.sync_detailed(made.space_id, client=owner)
print('pause', paused.status_code.value, stopped.parsed.code, own.parsed.code, resumed.status_code.value)
found = search_space.sync(made.space_id, client=guest, q='hello')
lost = search_space.sync_detailed(made.space_id, client=guest, q='hello', cursor='x')
print('search', 'Hello' in [each.excerpt for each in found.results], lost.status_code.value)
def redact(client):
    body = RedactMessageRequest(reason='Too early')
    return redact_message.sync(made.space_id, page.messages[0].id, client=client, body=body)
others, redacted = redact(guest), redact(owner)
print('redact', others.code, redacted.content == '', redacted.redacted.reason)
def choose(others):
    put_inbound.sync(made.space_id, client=owner, body=PutInboundRequest(accept=[], others=others))
choose(InboundOthers.HOLD)
held = ask().parsed.deliveries[0]
foreign, accepted = [accept_delivery.sync_detailed(made.space_id, held.delivery_id, client=each) for each in (guest, owner)]
choose(InboundOthers.REFUSE)
refused = ask().parsed.deliveries[0]
print('inbound', held.state.value, foreign.status_code.value, accepted.parsed.state.value, refused.outcome)
`;

test.skipIf(!python)(`openapi-python-client makes modules that can be imported, and that hold a meeting${unless}`, () => {
  const quietly = ['--meta', 'none', '--fail-on-warning'];
  workshop.write('config.yaml', 'post_hooks: []\n');
  const places = ['--path', workshop.document, '--output-path', 'parley', '--config', 'config.yaml'];
  workshop.run(python!, ['-m', 'openapi_python_client', 'generate', ...places, ...quietly]);
  workshop.write('meeting.py', meeting);
  expect(workshop.run(python!, ['meeting.py', workshop.url])).toBe(
    [
      '[400, 200, 409] approve decision_ended approve',
      "['Hello'] 0",
      'pause 200 paused key_wrong_type 200',
      'search True 400',
      'redact forbidden True Too early',
      'inbound held 404 queued refused\n',
    ].join('\n'),
  );
});
