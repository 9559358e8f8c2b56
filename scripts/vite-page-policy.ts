import type { Plugin } from 'vite';

/**
 * Puts the content security policy at the top of each page. Both it and the policy of the manifest
 * apply. Not in watch mode, where a page connects to the development server.
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
