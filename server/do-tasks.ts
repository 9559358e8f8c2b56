import type { ArticleTaskKind, ArticleTasks } from './articles/do-article-task';
import type { WorkOf } from './processes/tasks';
import type { Storage } from './storage';
import type { Tasks } from './tasks';

/** Does a task of an article. */
const onArticle =
  <K extends ArticleTaskKind>(kind: K) =>
  async (input: ArticleTasks[K]['input']): Promise<ArticleTasks[K]['output']> =>
    (await import('./articles/do-article-task')).doArticleTask(kind, input);

let indexed: Promise<Storage> | undefined;

const openToIndex = async (database: string): Promise<Storage> =>
  (await import('./storage')).openStorage({ database });

/** The work of each task. It is loaded with the first one, so a process has only the code of its group. */
export const TASK_WORK: WorkOf<Tasks> = {
  page: async (source) => (await import('./extraction/reading/read-page')).readAnyPage(source),
  svg: async (text) => (await import('../src/capture')).sanitiseSvg(text),
  render: onArticle('render'),
  markup: onArticle('markup'),
  markdown: onArticle('markdown'),
  chapter: onArticle('chapter'),
  htmlPage: onArticle('htmlPage'),
  annotate: onArticle('annotate'),
  findMoves: onArticle('findMoves'),
  search: async (input) => (await import('./storage/sqlite/search-apart')).doSearch(input),
  async index({ database, userId }) {
    try {
      indexed ??= openToIndex(database);
      return await (await indexed).search.indexSome(userId);
    } catch (fault) {
      indexed = undefined;
      throw fault;
    }
  },
  importFile: async (file, help) =>
    (await import('./transfer/import/import-apart')).doImportFile(file, help),
  importAccount: async (account, help) =>
    (await import('./transfer/import/import-apart')).doImportAccount(account, help),
};
