import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Bookmark } from '../../domain/bookmark';
// Not from the room's index, which brings all formats with it.
import { markdownLink, markdownQuote } from '../../formats/markdown/copy-as-markdown';
import { Button } from '../components/button';
import { CopyButton } from '../components/copy-button';
import { downloadFile } from '../components/download';
import type { MirrorStorage } from '../mirror';
import { t } from '../strings';
import { EXPORT_FORMATS } from './export-formats';
import { ExportOutcome } from './export-outcome';
import { createExportStore, type Exporter, type ExportStore } from './export-store';
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
    <div class="article-menu">
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
  const store = useSignal<ExportStore | null>(null);
  useEffect(() => {
    const left = new AbortController();
    void exporter().then((opened) => {
      if (left.signal.aborted) return;
      const made = createExportStore({ exporter: opened, save: downloadFile, storage });
      left.signal.addEventListener('abort', made.dispose);
      store.value = made;
    });
    return () => left.abort();
  }, [exporter, storage, store]);
  const { value: opened } = store;
  if (opened === null) return null;
  return (
    <>
      <h2>{t('articleSaveAs')}</h2>
      {EXPORT_FORMATS.map(
        ({ value, ofArticle }) =>
          ofArticle && (
            <Button
              key={value}
              isDisabled={opened.state.value.kind === 'writing'}
              onClick={() => {
                opened.choose(value);
                void opened.start([bookmark.id]);
              }}
            >
              {t(ofArticle)}
            </Button>
          ),
      )}
      <ExportOutcome store={opened} />
    </>
  );
}
