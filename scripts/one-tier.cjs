// For the processes of tests: WebAssembly is compiled once, by the baseline compiler, and not a second time for speed. No test runs the
// embedded database long enough to regain what the second time costs.
require('node:v8').setFlagsFromString('--liftoff-only');
