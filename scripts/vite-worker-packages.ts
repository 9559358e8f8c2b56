import { defaultClientConditions, type Plugin } from 'vite';

/**
 * Resolves packages for workers in the build of a script that runs in one. The builds of packages for
 * pages may use `document` as soon as they are loaded.
 *
 * @param scripts the ends of the paths of the scripts
 */
export const workerPackages = (...scripts: readonly string[]): Plugin => ({
  name: 'worker-packages',
  config({ build }) {
    const entry = build?.lib ? build.lib.entry : null;
    if (typeof entry !== 'string' || !scripts.some((end) => entry.endsWith(end))) return {};
    return { resolve: { conditions: ['worker', ...defaultClientConditions] } };
  },
});
