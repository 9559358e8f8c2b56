import type { Plugin } from 'vite';

/**
 * Puts `policy` at the top of each page, where it holds for all that follows. Both it and the
 * manifest's have to agree to what the page loads. Not while developing: a page in watch mode asks
 * its server for changes.
 *
 * @see https://html.spec.whatwg.org/#attr-meta-http-equiv-content-security-policy
 */
export function pagePolicy(policy: string): Plugin {
  return {
    name: 'leafmark-page-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
