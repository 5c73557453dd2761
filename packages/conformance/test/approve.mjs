// Approves a link request at the pages of a server: approve.mjs URL EMAIL PASSWORD ADDRESS
import { Human } from '@parley/testing';

const [url, email, password, address] = process.argv.slice(2);
const human = new Human(url);
await human.signIn({ name: '', email, password });
await human.decide(address, 'approve');
