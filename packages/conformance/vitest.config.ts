import { testsOf } from '../testing/levels.ts';

// The suite is loaded anew for each server, but not what has no state.
export default testsOf({ isolate: true, server: { deps: { external: [/\/packages\/core\/dist\//] } } });
