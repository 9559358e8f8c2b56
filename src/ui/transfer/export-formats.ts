import type { ExportFormat } from '../../transfer';
import type { HintedOption } from '../components/hinted-choice';
import type { PlainKey } from '../strings';

interface FormatOption extends HintedOption<ExportFormat> {
  /** The short name in the menu of an article. Absent for files without its text or of a library. */
  readonly ofArticle?: PlainKey;
}

/** The files that a person can choose, in their order. */
export const EXPORT_FORMATS: readonly FormatOption[] = [
  { value: 'bundle', label: 'exportBundle', hint: 'exportBundleHint' },
  {
    value: 'markdown-zip',
    label: 'exportMarkdownZip',
    hint: 'exportMarkdownZipHint',
    ofArticle: 'articleAsMarkdownZip',
  },
  {
    value: 'markdown',
    label: 'exportMarkdown',
    hint: 'exportMarkdownHint',
    ofArticle: 'articleAsMarkdown',
  },
  {
    value: 'epub',
    label: 'exportEpub',
    hint: 'exportEpubHint',
    ofArticle: 'articleAsEpub',
  },
  {
    value: 'html',
    label: 'exportHtml',
    hint: 'exportHtmlHint',
    ofArticle: 'articleAsHtml',
  },
  { value: 'browser', label: 'exportBrowser', hint: 'exportBrowserHint' },
  { value: 'csv', label: 'exportCsv', hint: 'exportCsvHint' },
];
