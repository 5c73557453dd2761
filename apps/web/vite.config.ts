import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The client and the words of events are bundled from their sources, so that the server, which the client is tested with, can contain
 * this app. The server fills `docs.html` with the pages of the documentation, and `forms.html` with pages that have forms.
 */
export default defineConfig({
  base: './',
  resolve: {
    alias: [
      { find: '@parley/sdk/compact', replacement: at('../../packages/sdk/src/compact.ts') },
      { find: '@parley/sdk', replacement: at('../../packages/sdk/src/index.ts') },
      { find: '@parley/core/line-endings', replacement: at('../../packages/core/src/resources/artifacts/line-endings.ts') },
      { find: '@parley/core/size', replacement: at('../../packages/core/src/kernel/size.ts') },
      { find: '@parley/core/words', replacement: at('../../packages/core/src/resources/words.ts') },
      // What markdown-it loads, but is not asked for here, or not for each text.
      { find: /^(linkify-it|punycode\.js)$/, replacement: at('src/text/without.ts') },
      { find: /^entities$/, replacement: at('src/text/entities.ts') },
    ],
  },
  // A grammar of a language is a chunk.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'docs.html', 'forms.html'].map(at),
      // What a room loads before it shows is one file: it compresses better than several. So is what is around its messages: a browser has six connections,
      // and its messages would wait until many small files have arrived.
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', test: /src\/main\.tsx$/, priority: 1 },
            // It is asked for with the messages, and must not need what comes after them.
            {
              name: 'formatted',
              test: /src\/(text\/(formatted|picture)|design\/(copy-button|enlargeable))\.tsx$/,
              priority: 0.5,
            },
            {
              name: 'sidebar',
              test: /src\/room\/(sidebar\/sidebar|[a-z]+\/section|artifact\/artifacts|waits\/pill|composer\/(addressees|replying|tools|kept-draft|mentions|recall)|keys\/keys|(\w+\/)+inbox)\.tsx?$/,
            },
          ],
        },
      },
    },
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
  },
});
