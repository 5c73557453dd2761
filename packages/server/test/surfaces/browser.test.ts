import { phone } from '../browser/app.ts';
import { inChromium, newPage } from '../browser/browsers.ts';
import { meeting } from '../browser/meeting.ts';

inChromium('a meeting of Maya at a desk, Jonas with a phone, and an agent', () => meeting(newPage, phone));
