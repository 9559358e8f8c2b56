import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { serialize } from 'parse5';
import { unixMs } from '../src/domain/time';
import {
  type ImportedEntry,
  importFile,
  isNewestFirst,
  joinRepeats,
  recogniseFile,
} from '../src/formats';
import { parseArticle, textOfNode } from '../src/formats/article/parse-article';
import { writeTex } from '../src/formats/markdown/write-tex';
import { captureOnServer } from './extraction/on-server';
import {
  LIST_CASES,
  type ListCase,
  PAGE_CASES,
  type PageCase,
  type WantedEntry,
} from './field/cases';
import { type Bench, figuresOf, NothingToMeasure } from './figure';

const { value } = figuresOf('field');

/**
 * Tries the cases from the field that are in folders of `--corpus`, and tells which are right. The
 * server reads each page as the extension captures it. Cases of requests have no files, and tests.
 */
export const fieldBench: Bench = async function* ({ corpus, only }) {
  const files = corpus === null ? [] : await filesIn(corpus);
  const known = files.filter((file) => file.includes(only) && isKnown(basename(file)));
  if (known.length === 0) {
    throw new NothingToMeasure('needs --corpus DIR, a folder with cases (docs/benchmarks.md).');
  }
  let right = 0;
  for (const file of known) {
    const faults = await faultsOf(file);
    if (faults.length === 0) right += 1;
    const name = `${basename(join(file, '..'))}/${basename(file)}`;
    const met = faults.length === 0;
    const floor = met ? 'right' : faults.join('; ');
    yield value(name, [faults.length, 'faults'], 1, floor, { aim: '=0', met });
  }
  // They are named, because they would otherwise count as if they were right.
  const unknown = files.filter((file) => !isKnown(basename(file)) && !isNote(basename(file)));
  const names = unknown.map((file) => relative(corpus ?? '', file)).join(', ') || 'none';
  const n = unknown.length;
  yield value(`files without a case: ${names}`, [n, 'files'], n, 'none');
  const all = known.length;
  const aim = { aim: `=${all}`, met: right === all };
  yield value('cases that are right', [right, 'cases'], all, `of ${all}`, aim);
};

const isKnown = (name: string): boolean => name in PAGE_CASES || name in LIST_CASES;

/** Notes about the cases are no cases. */
const isNote = (name: string): boolean => /^(?:readme|notes?)\b/i.test(name);

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const inFolders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => filesIn(join(folder, entry.name)));
  const files = entries.filter((entry) => entry.isFile());
  return [
    ...files.map((file) => join(folder, file.name)),
    ...(await Promise.all(inFolders)).flat(),
  ];
}

async function faultsOf(file: string): Promise<readonly string[]> {
  const name = basename(file);
  const [page, list] = [PAGE_CASES[name], LIST_CASES[name]];
  if (page) return pageFaults(await readFile(file, 'utf8'), page);
  return list ? listFaults(new Blob([await readFile(file)]), list) : [];
}

function pageFaults(html: string, wanted: PageCase): readonly string[] {
  const article = captureOnServer({ url: 'https://field.example/page.html', html }).html;
  if (article === '') return ['no article'];
  const text = lineOf(article);
  return [
    ...(wanted.text ?? [])
      .filter((words) => !text.includes(words))
      .map((words) => `lacks ${words}`),
    ...(wanted.noText ?? []).filter((words) => text.includes(words)).map((words) => `has ${words}`),
    ...(wanted.html ?? []).filter((part) => !article.includes(part)).map((part) => `lacks ${part}`),
    ...(wanted.noHtml ?? []).filter((part) => article.includes(part)).map((part) => `has ${part}`),
  ];
}

/** Returns the text of an article on one line, and after it the TeX of its formulas. */
function lineOf(html: string): string {
  const root = parseArticle(html);
  writeTex(root);
  const tex = serialize(root).matchAll(/ alttext="([^"]*)"/g);
  return [textOfNode(root), ...Array.from(tex, ([, text = '']) => text)]
    .join(' ')
    .replace(/\s+/g, ' ');
}

async function listFaults(file: Blob, wanted: ListCase): Promise<readonly string[]> {
  const format = await recogniseFile(file);
  if (!format.ok || format.value === 'bundle') return ['not recognised'];
  const source = format.value;
  const steps = () =>
    importFile(source, file, { now: unixMs(Date.now()), hasLabelsFromFolders: true });
  const entries = new Map<string, ImportedEntry>();
  for await (const step of joinRepeats(steps, isNewestFirst(source))) {
    // Repeats follow the joined entry.
    if (step.kind === 'entry' && !entries.has(step.entry.url))
      entries.set(step.entry.url, step.entry);
  }
  return Object.entries(wanted).flatMap(([end, fields]) => {
    const entry = entries.get(`https://field.example/${end}`);
    return entry ? entryFaults(entry, fields).map((fault) => `${end}: ${fault}`) : [`lacks ${end}`];
  });
}

function entryFaults(entry: ImportedEntry, wanted: WantedEntry): readonly string[] {
  const found: WantedEntry = {
    ...entry,
    labels: entry.labels.toSorted(),
    created: entry.created === null ? '' : new Date(entry.created).toISOString().slice(0, 10),
    quotes: entry.highlights.length,
  };
  return (Object.keys(wanted) as (keyof WantedEntry)[])
    .filter((field) => JSON.stringify(found[field]) !== JSON.stringify(wanted[field]))
    .map((field) => `${field} is ${JSON.stringify(found[field])}`);
}
