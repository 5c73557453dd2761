import { firefox } from '../../browser/browsers.ts';
import { meeting } from '../../browser/meeting.ts';

// Firefox cannot imitate a phone, so Jonas has a second desk.
firefox.suite('the same meeting in Firefox', () => meeting((options) => firefox.newPage(options), {}));
