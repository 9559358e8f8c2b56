import type { Plugin } from 'vite';

/**
 * Leaves out of the extension what a server holds a request against: the bounds, rules and messages
 * of the fields of forms. A client need only know that a route has a query or a body; what is in it the
 * types know. It is 2 kB gzipped of the service script's 60.
 */
export function clientForms(): Plugin {
  return {
    name: 'leafmark-client-forms',
    apply: 'build',
    transform: {
      filter: { id: /src\/contract\/form\/(?:field|rules|upload)\.ts$/ },
      handler: (code) => ({ code: withoutRules(code), map: null }),
    },
  };
}

/** A module of the same names, each of which makes a field of which nothing is said. */
export function withoutRules(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  if (names.length === 0) throw new Error('A module of forms exports nothing any more');
  const exports = names.map((name) => `export { field as ${name} };\n`);
  return `// @__NO_SIDE_EFFECTS__\nfunction field() { return {}; }\n${exports.join('')}`;
}
