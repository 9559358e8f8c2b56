import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PROJECT_ROOT, projectFiles, readProjectFile } from '../support/project';

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly container: { readonly image: string };
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
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

  it('pins actions by their commit, and names the version', () => {
    const lines = readProjectFile('.github/workflows/ci.yml').match(/uses: .*/g) ?? [];
    const pinned = /^uses: actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/;
    expect(lines).toHaveLength(steps.flatMap(({ uses }) => uses ?? []).length);
    expect(lines.filter((line) => !pinned.test(line))).toEqual([]);
  });
});

describe('container images', () => {
  const { services } = parse(readProjectFile('compose.yaml')) as {
    services: Readonly<Record<string, { readonly image: string; readonly build?: string }>>;
  };
  const { jobs } = parse(readProjectFile('.github/workflows/ci.yml')) as Workflow;
  const stages = [...readProjectFile('Dockerfile').matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)];
  const stageNames = stages.map(([, , name]) => name);
  const images = [
    ...stages.flatMap(([, image = '']) => (stageNames.includes(image) ? [] : image)),
    ...Object.values(services).flatMap(({ image, build }) => (build ? [] : image)),
    ...Object.values(jobs).map(({ container }) => container.image),
  ];

  it('are pinned by their digest, and name the version', () => {
    expect(images).toHaveLength(3);
    const pinned = /^[a-z]+:\d+(\.\d+)+-[\w.-]+@sha256:[\da-f]{64}$/;
    expect(images.filter((image) => !pinned.test(image))).toEqual([]);
  });

  it('have the Node version of the tests', () => {
    const { devDependencies } = JSON.parse(readProjectFile('package.json')) as {
      devDependencies: Readonly<Record<string, string>>;
    };
    const ofNode = images.filter((image) => image.startsWith('node:'));
    expect(ofNode).toHaveLength(2);
    for (const image of ofNode) expect(image).toContain(`node:${devDependencies.node}-bookworm`);
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
  const PATH =
    /`((?:src|web|server|entrypoints|tests|bench|scripts|locales|docs)\/(?!\.)[\w./-]*)`/g;
  const exists = (path: string) => existsSync(join(PROJECT_ROOT, path));

  it.each(documents)('in %s names only files and folders that exist', (document) => {
    const paths = [...readProjectFile(document).matchAll(PATH)].map(([, path = '']) => path);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });

  const FILE =
    '(?:(?:src|web|server|entrypoints|tests|scripts|locales)\\/)?[\\w./-]+\\.(?:[cm]?[jt]sx?|json|html|css|yml)';
  /** The name of a symbol in parentheses after the file that has it, or before its file. */
  const SYMBOLS = [
    new RegExp(`\`(?<path>${FILE})\` \\(\`(?<symbol>\\w+)\``, 'g'),
    new RegExp(`\`(?<symbol>[\\w.]+)\` (?:in|of) \`(?<path>${FILE})\``, 'g'),
  ];
  const files = projectFiles(['*.*', '{src,web,server,entrypoints,tests,scripts,locales}/**/*.*']);
  /** A short name of a file stands for one of the files with that name. */
  const textsOf = (path: string) =>
    files.filter((file) => file === path || file.endsWith(`/${path}`)).map(readProjectFile);
  const missingIn = (text: string) =>
    SYMBOLS.flatMap((pattern) => [...text.matchAll(pattern)]).filter(({ groups }) => {
      const { path = '', symbol = '' } = groups ?? {};
      const name = new RegExp(`\\b${symbol.replaceAll('.', '\\.')}\\b`);
      return !textsOf(path).some((content) => name.test(content));
    });

  it.each(documents)('in %s names only symbols that their files have', (document) => {
    expect(missingIn(readProjectFile(document)).map(([match]) => match)).toEqual([]);
  });

  it.each([
    ['`src/domain/time.ts` (`DAY_MS`)', '`src/domain/time.ts` (`YEAR_OF_MARS`)'],
    ['`DAY_MS` in `src/domain/time.ts`', '`YEAR_OF_MARS` in `src/domain/time.ts`'],
    ['`DAY_MS` of `time.ts`', '`YEAR_OF_MARS` of `time.ts`'],
    ['`name` in `storage.local`', '`DAY_MS` in `src/domain/no-such-file.ts`'],
  ])('is checked for a symbol as in %s', (right, wrong) => {
    expect(missingIn(right)).toEqual([]);
    expect(missingIn(wrong)).toHaveLength(1);
  });

  it.each([
    ['README.md', 400],
    ['docs/architecture.md', 1_500],
    ['docs/paths.md', 3_500],
    ['docs/decisions/*.md', 600],
  ])('in %s has at most %i words on a page', (pages, maxWords) => {
    const lengths = projectFiles([pages]).map((page) => {
      const words = readProjectFile(page).split(/\s+/).filter(Boolean).length;
      return { page, words };
    });
    expect(lengths).not.toEqual([]);
    expect(lengths.filter(({ words }) => words > maxWords)).toEqual([]);
  });
});

describe('the changelog', () => {
  it('has entries of at most 25 words on one line', () => {
    const lines = readProjectFile('CHANGELOG.md').split('## Unreleased')[1]?.split('\n') ?? [];
    const entries = lines.filter((line) => line.startsWith('- '));
    expect(entries.length).toBeGreaterThan(30);
    expect(entries.filter((entry) => entry.split(' ').length > 26)).toEqual([]);
    // An entry goes on in no other line.
    expect(lines.filter((line) => line !== '' && !/^(- |#)/.test(line))).toEqual([]);
  });
});

describe('the folders of tests', () => {
  /** Helpers, models and stored files have no counterpart in the code. */
  const OWN = /\/(support|model|cases|schemas)$|\/fixtures(\/|$)|^tests\/server\/contract$/;
  const ROOMS =
    'anchoring,capture,contract,domain,extension,formats,library,messages,query,service,sync,ui';
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
