import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from '../support/project';

const SOURCES = ['{src,entrypoints,web}/**/*.{ts,tsx}'];

/** Returns the files in which `pattern` occurs, with the number of its lines there. */
function users(pattern: RegExp, sources = SOURCES): Readonly<Record<string, number>> {
  const found = projectFiles(sources).flatMap((path) => {
    const lines = readProjectFile(path)
      .split('\n')
      .filter(
        (line) => pattern.test(line) && !/^\s*(?:import|export)\b|^\s*(?:\/?\*|\/\/)/.test(line),
      );
    return lines.length === 0 ? [] : [[path, lines.length] as const];
  });
  return Object.fromEntries(found);
}

/** One way to do each thing: a second one fails here. A number may become smaller, never larger. */
const MECHANISMS: readonly (readonly [string, RegExp, Readonly<Record<string, number>>])[] = [
  [
    'the outbox is written by its own functions',
    /\boutbox\.(?:add|put|update|delete|bulkAdd|bulkPut|bulkDelete|where\([^)]*\).*\.delete)\(/,
    {
      'src/library/bookmarks/trash.ts': 1,
      'src/library/outbox/outbox.ts': 5,
    },
  ],
  [
    'bookmarks that a person changed are written by changeBookmarks, which queues what a server needs',
    /\bwriteBookmarks\(/,
    {
      'src/library/bookmarks/save-page.ts': 1,
      'src/library/outbox/change-bookmarks.ts': 1,
      'src/library/sync/article-selection.ts': 1,
      'src/library/sync/move-contents.ts': 1,
      'src/library/sync/store-articles.ts': 1,
      'src/library/sync/sync-transaction.ts': 1,
    },
  ],
  [
    'rows of bookmarks are written by writeBookmarks, with all that depends on them',
    /\bdb\.bookmarks\.(?:add|put|update|delete|bulkAdd|bulkPut|bulkDelete)\(/,
    { 'src/library/database/bookmark-rows.ts': 2, 'src/library/images/add-images.ts': 1 },
  ],
  [
    'articles that a person changed are written by changeArticle, which queues sending them',
    /\barticles\.(?:add|put|update|delete|bulkAdd|bulkPut|bulkDelete)\(/,
    {
      'src/library/bookmarks/save-page.ts': 2,
      'src/library/bookmarks/trash.ts': 1,
      'src/library/outbox/change-article.ts': 1,
      'src/library/storage-health/release-images.ts': 1,
      'src/library/sync/article-selection.ts': 1,
      'src/library/sync/store-articles.ts': 1,
      'src/library/transfer/add-pages.ts': 1,
    },
  ],
  [
    'the log of what a person changed is written and undone in one place',
    /\bdb\.(?:log|groups)\.(?:add|put|update|delete|bulkAdd|bulkPut|bulkDelete)\(/,
    {
      'src/library/database/change-log.ts': 5,
      'src/library/log/undo-steps.ts': 3,
      'src/library/log/undo.ts': 2,
    },
  ],
  [
    'long tasks are rows of one table, which each kind writes in its own room',
    /\bdb\.jobs\.(?:add|put|update|delete|bulkAdd|bulkPut|bulkDelete)\(/,
    {
      'src/library/bulk/bulk.ts': 3,
      'src/library/get-articles/article-requests.ts': 2,
      'src/library/get-articles/settle.ts': 3,
      'src/library/jobs/jobs.ts': 2,
      'src/library/log/undo-steps.ts': 2,
      'src/library/send/send-highlights.ts': 3,
      'src/library/transfer/import-parts.ts': 1,
      'src/library/transfer/imports.ts': 2,
      'src/library/transfer/undo-import.ts': 2,
    },
  ],
  [
    'the progress of long tasks is drawn by WorkProgress',
    /<progress\b/,
    {
      'src/ui/duplicates/duplicates-page.tsx': 1,
      'src/ui/jobs/work-progress.tsx': 1,
      'src/ui/reader/article-missing.tsx': 1,
      'src/ui/save-tabs/save-tabs-page.tsx': 1,
      'src/ui/storage-health/retention-form.tsx': 1,
      'src/ui/sync/sync-line.tsx': 1,
      'src/ui/sync/sync-page.tsx': 1,
    },
  ],
  ['Undo is offered by act', /\btoasts\.offerUndo\(/, { 'src/ui/components/act.ts': 1 }],
  [
    'the background is told by act, and by jobs',
    /\bbackground\??\.libraryChanged\b/,
    {
      'src/ui/components/act.ts': 1,
      'src/ui/get-articles/articles-store.ts': 2,
      'src/ui/library-page/sidebar.tsx': 1,
      'src/ui/reader/article-missing.tsx': 1,
      'src/ui/settings/send-store.ts': 1,
      'src/ui/transfer/import-page.tsx': 1,
    },
  ],
];

describe('each mechanism has one place', () => {
  it.each(MECHANISMS)('%s', (_, pattern, known) => {
    expect(users(pattern)).toEqual(known);
  });

  it.each([
    ['a process', /\bfork\(|\bspawn\(|\bexecFile\(/, { 'server/processes/task-process.ts': 1 }],
    ['a thread', /\bnew Worker\(/, { 'server/processes/answer-tasks.ts': 1 }],
    ['a message to a process', /\bchild\.send\(/, { 'server/processes/task-process.ts': 1 }],
    [
      'a message from a process',
      /\bprocess\.(?:send\b|on\('message')/,
      { 'server/processes/answer-tasks.ts': 2 },
    ],
    ['a pool of processes', /\bnew ProcessPool\b/, { 'server/cli.ts': 1 }],
    [
      'a queue in which users take turns',
      /\bnew TaskQueue\(/,
      {
        'server/bookmarks/sent-form.ts': 1,
        'server/extraction/extract.ts': 1,
        'server/extraction/images/stored-image.ts': 1,
        'server/processes/process-pool.ts': 1,
        'server/storage/postgres/open-postgres.ts': 1,
        'server/storage/postgres/pool.ts': 1,
      },
    ],
  ])('the server has one way to have %s', (_, pattern, known) => {
    expect(users(pattern, ['server/**/*.{ts,tsx}'])).toEqual(known);
  });

  it('browser tests repeat an input that may be lost by act', () => {
    expect(
      users(/\buntil\([^()]*\)\.catch\(\(\) => (?:false|null)/, ['tests/e2e/**/*.ts']),
    ).toEqual({});
  });

  it('the server has the fields of a bookmark from their table', () => {
    // Fields that only people set stand for all. Searches, and the rule of a reading position, name them.
    const names = /\b(?:is_?(?:marked|favourite)|read_?(?:progress|anchor))\b/i;
    expect(users(names, ['server/**/*.{ts,tsx}'])).toEqual({
      'server/bookmarks/resolve-search.ts': 1,
      'server/bookmarks/update-bookmark.ts': 4,
      'server/storage/bookmarks/bookmark-search.ts': 2,
      'server/storage/bookmarks/choose.ts': 4,
      'server/storage/schema/tables.ts': 1,
      'server/transfer/export/catalogue.ts': 1,
    });
  });
});
