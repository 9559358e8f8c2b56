import bookIcon from 'lucide-static/icons/book-open.svg?icon';
import bookmarksIcon from 'lucide-static/icons/bookmark.svg?icon';
import textIcon from 'lucide-static/icons/file-text.svg?icon';
import folderIcon from 'lucide-static/icons/folder-down.svg?icon';
import pagesIcon from 'lucide-static/icons/globe.svg?icon';
import archiveIcon from 'lucide-static/icons/package.svg?icon';
import tableIcon from 'lucide-static/icons/table.svg?icon';
import type { ExportFormat } from '../../transfer';
import type { NamedChoice } from '../components/choice-cards';
import type { PlainKey } from '../strings';

interface FormatOption extends NamedChoice<ExportFormat> {
  /** The short name in the menu of an article. Absent for files without its text or of a library. */
  readonly ofArticle?: PlainKey;
}

/** The files that a person can choose, in their order. */
export const EXPORT_OPTIONS: readonly FormatOption[] = [
  { value: 'bundle', icon: archiveIcon, label: 'exportBundle', hint: 'exportBundleHint' },
  {
    value: 'markdown-zip',
    icon: folderIcon,
    label: 'exportMarkdownZip',
    hint: 'exportMarkdownZipHint',
    ofArticle: 'exportMarkdownZip',
  },
  {
    value: 'markdown',
    icon: textIcon,
    label: 'exportMarkdown',
    hint: 'exportMarkdownHint',
    ofArticle: 'articleAsMarkdown',
  },
  {
    value: 'epub',
    icon: bookIcon,
    label: 'exportEpub',
    hint: 'exportEpubHint',
    ofArticle: 'articleAsEpub',
  },
  {
    value: 'html',
    icon: pagesIcon,
    label: 'exportHtml',
    hint: 'exportHtmlHint',
    ofArticle: 'articleAsHtml',
  },
  { value: 'browser', icon: bookmarksIcon, label: 'exportBrowser', hint: 'exportBrowserHint' },
  { value: 'csv', icon: tableIcon, label: 'importFormatCsv', hint: 'exportCsvHint' },
];
