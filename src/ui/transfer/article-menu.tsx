import type { JSX } from 'preact';
import type { Bookmark } from '../../domain/bookmark';
// Not from the room's index, which brings all formats with it.
import { markdownLink, markdownQuote } from '../../formats/markdown/copy-as-markdown';
import { Button } from '../components/button';
import { CopyButton } from '../components/copy-button';
import type { MirrorStorage } from '../mirror';
import { t } from '../strings';
import { EXPORT_OPTIONS } from './export-formats';
import { ExportOutcome } from './export-outcome';
import { type Exporter, useExportStore } from './export-store';
import './transfer.css';

interface ArticleMenuProps {
  readonly bookmark: Bookmark;
  /** Absent where a page cannot write files, such as a popup that may close. */
  readonly exporter?: (() => Promise<Exporter>) | undefined;
  readonly storage: MirrorStorage;
}

/** Copies a page as a link or a quote, and saves its article as a file. */
export function ArticleMenu({ bookmark, exporter, storage }: ArticleMenuProps): JSX.Element {
  const quoted = bookmark.excerpt || bookmark.description;
  return (
    <div class="article-menu stack start gap-2">
      <h2>{t('articleCopy')}</h2>
      <CopyButton label={t('articleCopyLink')} text={markdownLink(bookmark)} />
      {quoted !== '' && (
        <CopyButton label={t('articleCopyQuote')} text={markdownQuote(quoted, bookmark)} />
      )}
      {exporter && <ArticleFiles bookmark={bookmark} exporter={exporter} storage={storage} />}
    </div>
  );
}

type ArticleFilesProps = Required<ArticleMenuProps> & {
  readonly exporter: () => Promise<Exporter>;
};

function ArticleFiles({ bookmark, exporter, storage }: ArticleFilesProps): JSX.Element | null {
  const store = useExportStore(exporter, storage);
  if (store === null) return null;
  return (
    <>
      <h2>{t('articleSaveAs')}</h2>
      {EXPORT_OPTIONS.map(
        ({ value, ofArticle }) =>
          ofArticle && (
            <Button
              key={value}
              isDisabled={store.state.value.kind === 'writing'}
              onClick={() => {
                store.choose(value);
                void store.start([bookmark.id]);
              }}
            >
              {t(ofArticle)}
            </Button>
          ),
      )}
      <ExportOutcome store={store} />
    </>
  );
}
