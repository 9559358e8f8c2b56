import type { BundlePart, ImportFormat, KnownFormat } from '../../formats';
import type { ImportJob, NotTaken } from '../../library';
import type { TransferProblem } from '../../transfer';
import { formatNumber, type PlainKey, t } from '../strings';

/** The formats by name, in the order in which they are offered. Names of programs need no message. */
export const formatNames = (): Readonly<Record<ImportFormat, string>> => ({
  browser: t('importFormatBrowser'),
  csv: t('importFormatCsv'),
  goodlinks: 'GoodLinks (JSON)',
  instapaper: 'Instapaper (CSV)',
  karakeep: 'Karakeep (JSON)',
  linkding: 'linkding (HTML)',
  linkwarden: 'Linkwarden (JSON)',
  'omnivore-zip': 'Omnivore (zip)',
  pdf: 'PDF',
  pinboard: 'Pinboard (JSON)',
  'pinboard-html': 'Pinboard (HTML)',
  'pocket-file': 'Pocket (CSV, zip)',
  'raindrop-csv': 'Raindrop.io (CSV)',
  'raindrop-html': 'Raindrop.io (HTML)',
  readwise: 'Readwise Reader (CSV)',
  shaarli: 'Shaarli (HTML)',
  text: t('importFormatText'),
  'wallabag-json': 'wallabag (JSON)',
});

/** These are of no single program, or of ours. */
const OF_ANY = ['browser', 'csv', 'text', 'bundle'] as const;

/** Returns the name of the program that wrote a file, or that of the file. */
export const importSourceOf = (file: File, format: KnownFormat): string =>
  isOfAny(format) ? file.name : (formatNames()[format].split(' (')[0] ?? '');

const isOfAny = (format: KnownFormat): format is (typeof OF_ANY)[number] =>
  OF_ANY.some((one) => one === format);

const IMPORT_PROBLEM_TEXTS: Readonly<Partial<Record<string, PlainKey>>> = {
  'not-a-bundle': 'importNotABundle',
  cut: 'importNotAZip',
  'newer-version': 'importNewerVersion',
  'too-large': 'importTooLarge',
  'too-many-rows': 'importTooManyRows',
  'too-deep': 'importTooLarge',
  'other-format': 'importOtherFormat',
  'not-text': 'importNotText',
  'not-json': 'importOtherFormat',
  'not-a-zip': 'importNotAZip',
  incomplete: 'importIncomplete',
  unreadable: 'importUnreadable',
  quota: 'importFailedQuota',
  unavailable: 'exportFailedUnavailable',
  busy: 'importBusy',
  'file-gone': 'importFileGone',
  'source-gone': 'serverSourceGone',
  insecure: 'transferInsecure',
} satisfies Partial<Record<TransferProblem, PlainKey>>;

/** Says why a file could not be read or imported. */
export const importProblemText = (problem: string): string =>
  t(IMPORT_PROBLEM_TEXTS[problem] ?? 'importFailedUnknown');

/** Says that a bundle does not have all of a library. */
export const partText = ({ name, bookmarks, of }: BundlePart): string =>
  t('importPart', name, formatNumber(bookmarks), formatNumber(of));

const PAUSES: Readonly<Partial<Record<string, PlainKey>>> = {
  quota: 'importFailedQuota',
  'file-gone': 'importFileGone',
  'source-gone': 'serverSourceGone',
} satisfies Partial<Record<TransferProblem, PlainKey>>;

/** Says why an import paused by itself. */
export const pauseText = (problem: string): string => t(PAUSES[problem] ?? 'importFailedUnknown');

const IMPORT_REASONS: Readonly<Record<string, PlainKey>> = {
  twice: 'importReasonTwice',
  'not-a-web-address': 'importReasonAddress',
  'no-address': 'importReasonAddress',
  'address-too-long': 'importReasonAddress',
  'too-many-labels': 'importReasonLabels',
  'only-a-feed-item': 'importReasonFeed',
  'in-trash': 'importReasonTrash',
  'no-text': 'importReasonNoText',
  'too-deep': 'importReasonNoText',
  'too-large': 'importReasonTooLarge',
  'document-without-text': 'importReasonNoWords',
  'highlight-not-found': 'importReasonHighlight',
  'article-not-sent': 'importReasonNoText',
  'collection-here': 'importReasonCollection',
  'collection-renamed': 'importReasonCollection',
  'collections-not-read': 'importReasonCollections',
};

type CountKey = 'importHere' | 'importJoined' | 'importValues' | 'importProblems' | 'importLeftOut';

/** Their number or, in a report, their address or text follows. */
const COUNT_TEXTS: Readonly<Record<string, CountKey>> = {
  'here-already': 'importHere',
  'here-joined': 'importJoined',
  'values-not-read': 'importValues',
  'highlights-not-read': 'importValues',
  'bundle-not-read': 'importProblems',
  'not-taken-here': 'importLeftOut',
};

/** Returns a line for a row that was not taken, or only a part of it. */
export function reportLineOf(one: NotTaken): string {
  const { reason } = one;
  const counted = COUNT_TEXTS[reason];
  const text = counted
    ? t(counted, one.text)
    : `${t(IMPORT_REASONS[reason] ?? 'searchIsError')}: ${one.text}`;
  return one.row === null ? text : `${t('importRow', formatNumber(one.row))} ${text}`;
}

type ReportedJob = Pick<
  ImportJob,
  'fileName' | 'problem' | 'added' | 'joined' | 'here' | 'notTaken' | 'bundle'
>;

/** Says what a bundle has brought beside pages that are shown. */
export const bundleLines = ({ bundle }: Pick<ImportJob, 'bundle'>): readonly string[] =>
  bundle === undefined
    ? []
    : (
        [
          ['optionsInTrash', bundle.inTrash],
          ['importOthers', bundle.others],
          ['importMissingImages', bundle.missingImages],
        ] as const
      ).flatMap(([key, count]) => (count > 0 ? t(key, formatNumber(count)) : []));

/** Writes the report of an import as a text. */
export async function reportFile(job: ReportedJob, rows: AsyncIterable<NotTaken>): Promise<File> {
  const { fileName, problem, added, joined = 0, here = joined, notTaken } = job;
  const lines = [
    fileName,
    t('importAdded', formatNumber(added)),
    ...(joined === 0 ? [] : [t('importJoined', formatNumber(joined))]),
    ...(here === joined ? [] : [t('importHere', formatNumber(here - joined))]),
    ...bundleLines(job),
    ...(notTaken === here ? [] : [t('importNotTaken', formatNumber(notTaken - here))]),
    ...(problem === null ? [] : [importProblemText(problem)]),
    '',
  ];
  for await (const row of rows) lines.push(reportLineOf(row));
  return new File([`${lines.join('\n')}\n`], `${fileName}.report.txt`, { type: 'text/plain' });
}
