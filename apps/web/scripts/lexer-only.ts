import type { Plugin } from 'vite';

/** What marked does when it is loaded, besides declaring what is exported: it makes an instance that writes HTML. */
const instance = /var (\w+)=new \w+;function (\w+)\(\w+,\w+\)\{return \1\.parse\([^]*\2\.parse=\2;[^;]*;(?=export\{)/;
const exported = /export\{[^}]*?(\w+) as Lexer\b[^}]*\}/;

/**
 * Leaves only the lexer of marked. The app makes elements of tokens, but no bundler can leave out the rest, a quarter of the library,
 * because it is used when the library is loaded.
 */
export const lexerOnly: Plugin = {
  name: 'lexer-only',
  apply: 'build',
  transform: {
    filter: { id: /\/marked\/lib\/marked\.esm\.js$/ },
    handler(code) {
      const lexer = exported.exec(code)?.[1];
      if (!lexer || !instance.test(code)) this.error('This version of marked is built differently; see scripts/lexer-only.ts');
      return { code: code.replace(instance, '').replace(exported, `export{${lexer} as Lexer}`), map: null };
    },
  },
};
