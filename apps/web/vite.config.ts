import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { lexerOnly } from './scripts/lexer-only.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The client and the words of events are bundled from their sources, so that the server, which the client is tested with, can contain
 * this app. The server fills `docs.html` with the pages of the documentation, and `forms.html` with pages that have forms.
 */
export default defineConfig({
  base: './',
  plugins: [lexerOnly],
  resolve: {
    alias: {
      '@parley/sdk/compact': at('../../packages/sdk/src/compact.ts'),
      '@parley/sdk': at('../../packages/sdk/src/index.ts'),
      '@parley/core/line-endings': at('../../packages/core/src/line-endings.ts'),
      '@parley/core/size': at('../../packages/core/src/size.ts'),
      '@parley/core/words': at('../../packages/core/src/words.ts'),
    },
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'docs.html', 'forms.html'].map(at),
      // What a room loads before it shows is one file: it compresses better than several.
      output: { codeSplitting: { groups: [{ name: 'app', test: /src\/main\.tsx$/ }] } },
    },
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
  },
});
