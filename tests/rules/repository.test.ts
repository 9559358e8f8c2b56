import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PROJECT_ROOT, projectFiles, readProjectFile } from '../support/project';

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }>
  >;
}

interface IssueForm {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
}

describe('the CI workflow', () => {
  const workflow = parse(readProjectFile('.github/workflows/ci.yml')) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  it('runs the script that runs every test', () => {
    expect(steps.map(({ run }) => run)).toContain('bash .ci/run');
  });

  it('may only read the repository', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });

  it('pins actions by their major version', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions).not.toEqual([]);
    expect(actions.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  });
});

describe('an issue form', () => {
  const forms = projectFiles(['.github/ISSUE_TEMPLATE/*.yml']).filter(
    (path) => !path.endsWith('/config.yml'),
  );

  it.each(forms)('in %s has a label for each field and a unique id for each answer', (path) => {
    const { name, description, body } = parse(readProjectFile(path)) as IssueForm;
    expect([name, description]).toEqual([expect.any(String), expect.any(String)]);
    const fields = body.filter(({ type }) => type !== 'markdown');
    const ids = fields.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { type, attributes } of fields) {
      expect(['textarea', 'input', 'dropdown', 'checkboxes']).toContain(type);
      expect(attributes.label).toEqual(expect.any(String));
    }
  });
});

describe('the documentation', () => {
  const documents = projectFiles(['*.md', 'docs/*.md', 'docs/decisions/*.md']);
  /** A path in code quotes, except of generated files and of patterns. */
  const PATH = /`((?:src|server|entrypoints|tests|scripts|locales|docs)\/(?!\.)[\w./-]*)`/g;
  const exists = (path: string) => existsSync(join(PROJECT_ROOT, path));

  it.each(documents)('in %s names only files and folders that exist', (document) => {
    const paths = [...readProjectFile(document).matchAll(PATH)].map(([, path = '']) => path);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });
});

describe('the folders of tests', () => {
  /** Helpers, models and stored files have no counterpart in the code. */
  const OWN = /\/(support|model|cases|schemas)$|\/fixtures(\/|$)|^tests\/server\/contract$/;
  const ROOMS = 'anchoring,capture,contract,domain,extension,formats,library,query,service,sync,ui';
  const folders = projectFiles([`tests/{${ROOMS},server}/**/*.*`]).map((path) => dirname(path));

  it('have the names of the folders of the code that they test', () => {
    const codeOf = (folder: string) =>
      folder.replace('tests/', folder.startsWith('tests/server') ? '' : 'src/');
    const unknown = [...new Set(folders)].filter(
      (folder) => !OWN.test(folder) && !existsSync(join(PROJECT_ROOT, codeOf(folder))),
    );
    expect(unknown).toEqual([]);
  });
});
