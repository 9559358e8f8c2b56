import { defaultClientConditions, type Plugin } from 'vite';

/**
 * Resolves packages for workers in the build of a script that runs in one. The builds of packages for
 * pages may use `document` as soon as they are loaded.
 *
 * @param script the end of the path of the script
 */
export const workerPackages = (script: string): Plugin => ({
  name: 'worker-packages',
  config({ build }) {
    const entry = build?.lib ? build.lib.entry : null;
    if (typeof entry !== 'string' || !entry.endsWith(script)) return {};
    return { resolve: { conditions: ['worker', ...defaultClientConditions] } };
  },
});
