import { type JsMinifyOptions, minify } from '@swc/core';
import type { Plugin } from 'vite';

const OPTIONS: JsMinifyOptions = {
  // Functions and statements stay as they are: gzip finds less that is repeated otherwise.
  compress: { passes: 3, inline: 0, reduce_funcs: false, conditionals: false, sequences: false },
  mangle: true,
  // The scripts stand in no page, where `</script` would need another form.
  format: { ascii_only: true, inline_script: false },
  ecma: 2022,
  module: false,
};

/** The name keeps the value of a script, which may be the result of `scripting.executeScript`. */
const NAMED = 'var result=';
/** The bundler names the value of some scripts. */
const NAME_OF_BUNDLER = /^var \w+=/;

/**
 * Minifies these scripts a second time. SWC finds what the bundler's own minifier leaves, which is 2 % of
 * them. No option assumes more of a script than the standard says.
 */
export const minifyAgain = (...names: readonly string[]): Plugin => ({
  name: 'minify-again',
  apply: (_, { mode }) => mode !== 'development',
  generateBundle: {
    // Before, WXT looks for the function that the bundler has put around the script.
    order: 'post',
    async handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !names.includes(chunk.fileName)) continue;
        const { code } = await minify(NAMED + chunk.code.replace(NAME_OF_BUNDLER, ''), OPTIONS);
        const script = code.replace(/;\s*$/, '');
        if (!script.startsWith(`${NAMED}function`) || !script.endsWith('}()'))
          throw new Error(`${chunk.fileName} is not one function.`);
        chunk.code = `(${script.slice(NAMED.length)});`;
      }
    },
  },
});
