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
from parley.api.messages import list_messages, send_message
from parley.api.spaces import create_space
from parley.models import AnswerDecisionRequest, CreateDecisionRequest, CreateSpaceRequest, MessageType, SendMessageRequest

url = sys.argv[1]
made = create_space.sync(client=Client(url), body=CreateSpaceRequest(name='Launch', description=''), x_user_token='usr_of_nobody')
owner = AuthenticatedClient(url, token=made.owner_private_key, prefix='', auth_header_name='X-Private-Key')
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
`;

test.skipIf(!python)(`openapi-python-client makes modules that can be imported, and that hold a meeting${unless}`, () => {
  const quietly = ['--meta', 'none', '--fail-on-warning'];
  workshop.write('config.yaml', 'post_hooks: []\n');
  const places = ['--path', workshop.document, '--output-path', 'parley', '--config', 'config.yaml'];
  workshop.run(python!, ['-m', 'openapi_python_client', 'generate', ...places, ...quietly]);
  workshop.write('meeting.py', meeting);
  expect(workshop.run(python!, ['meeting.py', workshop.url])).toBe(
    "[400, 200, 409] approve decision_ended approve\n['Hello'] 0\n",
  );
});
