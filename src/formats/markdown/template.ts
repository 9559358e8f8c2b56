import { linkAddress } from '../article/link-address';
import { type ExportedBookmark, headingOf } from '../exported';
import { dayOf } from '../files/file-name';

/** Returns the value of each placeholder but `text`. An unknown value is empty. */
const TEMPLATE_FIELDS = {
  title: headingOf,
  source: ({ url }) => url,
  website: ({ domain }) => domain,
  site: ({ siteName }) => siteName,
  authors: ({ authors }) => authors,
  saved: ({ created }) => dayOf(created),
  published: ({ published }) => /^\d{4}-\d{2}-\d{2}/.exec(published ?? '')?.[0] ?? published ?? '',
  language: ({ lang }) => lang,
  description: ({ description }) => description.replace(/\s+/g, ' ').trim(),
  note: ({ note }) => note.replace(/\s+/g, ' '),
  labels: ({ labels }) => labels,
  favourite: ({ isFavourite }) => (isFavourite ? 'yes' : ''),
  archived: ({ isArchived }) => (isArchived ? 'yes' : ''),
} as const satisfies Readonly<
  Record<string, (bookmark: ExportedBookmark) => string | readonly string[]>
>;

type Field = keyof typeof TEMPLATE_FIELDS;

/** The names of all placeholders. */
export const PLACEHOLDERS: readonly string[] = [...Object.keys(TEMPLATE_FIELDS), 'text'];

/** A piece of a line: as it is, or the value of a placeholder. */
type Piece = string | { readonly field: Field };

/** A line of the front matter: as it is, or a key with the value of a placeholder. */
type FrontLine = string | { readonly key: string; readonly field: Field };

/** A line below the front matter: the text of the article, or pieces. */
type BodyLine = 'text' | readonly Piece[];

/** The form of a Markdown text. It is plain data. */
export interface MarkdownTemplate {
  /** null: no front matter. */
  readonly front: readonly FrontLine[] | null;
  readonly body: readonly BodyLine[];
}

export interface TemplateProblem {
  readonly kind:
    | 'unknown-name'
    /** `{{` without `}}`. */
    | 'not-closed'
    /** A placeholder in the front matter that is not all of the value of a key. */
    | 'not-a-value'
    /** `{{text}}` with something else in its line, twice, or in the front matter. */
    | 'text-not-alone'
    | 'no-text'
    /** No `---` after the front matter. */
    | 'front-not-closed'
    | 'too-long';
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The text that is wrong. */
  readonly found: string;
}

export const DEFAULT_TEMPLATE_TEXT = `---
title: {{title}}
saved: {{saved}}
published: {{published}}
website: {{website}}
source: {{source}}
authors: {{authors}}
labels: {{labels}}
note: {{note}}
---

# {{title}}

{{text}}
`;

/** In UTF-16 code units. A template is kept for the next export, and is used for each bookmark. */
export const MAX_TEMPLATE_LENGTH = 10_000;

const TEMPLATE_FENCE = /^---\s*$/;
const PROPERTY_KEY = /^[^\s:#{][^:{]*:$/;

export type ParsedTemplate =
  | { readonly ok: true; readonly value: MarkdownTemplate }
  | { readonly ok: false; readonly error: readonly TemplateProblem[] };

/**
 * Parses a template. Between two lines `---` at the top a placeholder is the value of a key, as YAML.
 * Below them it is written as Markdown.
 */
export function parseTemplate(text: string): ParsedTemplate {
  if (text.length > MAX_TEMPLATE_LENGTH) {
    return { ok: false, error: [{ kind: 'too-long', line: 1, column: 1, found: '' }] };
  }
  const lines = text.split(/\r\n?|\n/);
  const hasFront = TEMPLATE_FENCE.test(lines[0] ?? '');
  const end = hasFront ? lines.findIndex((line, at) => at > 0 && TEMPLATE_FENCE.test(line)) : -1;
  if (hasFront && end === -1) {
    return { ok: false, error: [{ kind: 'front-not-closed', line: 1, column: 1, found: '---' }] };
  }
  const problems: TemplateProblem[] = [];
  const front = lines
    .slice(1, Math.max(1, end))
    .map((line, at) => frontLine(line, at + 2, problems));
  const below = end + 1;
  const body = lines.slice(below).map((line, at) => bodyLine(line, below + at + 1, problems));
  const texts = body.flatMap((line, at) => (line === 'text' ? [below + at + 1] : []));
  for (const line of texts.slice(1)) {
    problems.push({ kind: 'text-not-alone', line, column: 1, found: '{{text}}' });
  }
  if (texts.length === 0 && problems.length === 0) {
    problems.push({ kind: 'no-text', line: lines.length, column: 1, found: '' });
  }
  if (problems.length > 0) return { ok: false, error: problems };
  return { ok: true, value: { front: hasFront ? front : null, body } };
}

function frontLine(line: string, number: number, problems: TemplateProblem[]): FrontLine {
  const start = line.indexOf('{{');
  const key = line.slice(0, Math.max(0, start));
  const name = line.trimEnd().endsWith('}}')
    ? line
        .trimEnd()
        .slice(start + 2, -2)
        .trim()
    : '';
  if (start > 0 && /\s$/.test(key) && PROPERTY_KEY.test(key.trim()) && isField(name)) {
    return { key, field: name };
  }
  const before = problems.length;
  const column = templatePiecesOf(line, number, problems).find(
    (piece) => typeof piece !== 'string',
  );
  if (problems.length === before && (column !== undefined || IS_TEXT.test(line))) {
    const kind = IS_TEXT.test(line) ? 'text-not-alone' : 'not-a-value';
    problems.push({ kind, line: number, column: start + 1, found: line.slice(start).trim() });
  }
  return line;
}

const IS_TEXT = /\{\{\s*text\s*\}\}/;
const IS_TEXT_LINE = /^\s*\{\{\s*text\s*\}\}\s*$/;

function bodyLine(line: string, number: number, problems: TemplateProblem[]): BodyLine {
  if (IS_TEXT_LINE.test(line)) return 'text';
  const text = IS_TEXT.exec(line);
  if (text !== null) {
    const [found] = text;
    problems.push({ kind: 'text-not-alone', line: number, column: text.index + 1, found });
  }
  return templatePiecesOf(line, number, problems);
}

/** Splits a line at its placeholders. */
function templatePiecesOf(
  line: string,
  number: number,
  problems: TemplateProblem[],
): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (let start = line.indexOf('{{'); start !== -1; start = line.indexOf('{{', at)) {
    const end = line.indexOf('}}', start);
    const found = end === -1 ? line.slice(start) : line.slice(start, end + 2);
    const name = found.slice(2, -2).trim();
    if (start > at) pieces.push(line.slice(at, start));
    at = start + found.length;
    if (end !== -1 && isField(name)) pieces.push({ field: name });
    else if (end === -1 || name !== 'text') {
      const kind = end === -1 ? 'not-closed' : 'unknown-name';
      problems.push({ kind, line: number, column: start + 1, found });
    }
  }
  if (at < line.length) pieces.push(line.slice(at));
  return pieces;
}

const isField = (name: string): name is Field => Object.hasOwn(TEMPLATE_FIELDS, name);

function valid(text: string): MarkdownTemplate {
  const parsed = parseTemplate(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

export const DEFAULT_TEMPLATE: MarkdownTemplate = valid(DEFAULT_TEMPLATE_TEXT);

/** The default template without the title above the text. */
export const TEMPLATE_WITHOUT_HEADING: MarkdownTemplate = { ...DEFAULT_TEMPLATE, body: ['text'] };

/**
 * Writes a text in the form of a template. A line whose placeholders are all empty is left out.
 * Several empty lines become one. The result ends with a line break.
 *
 * @param text the text of the article as Markdown
 * @param toLine writes a line of text as Markdown
 */
export function fillTemplate(
  { front, body }: MarkdownTemplate,
  bookmark: ExportedBookmark,
  text: string,
  toLine: (text: string) => string,
): string {
  const lines: string[] = [];
  const isAfterBlank = () => lines.length === 0 || lines.at(-1)?.trim() === '';
  for (const line of body) {
    const written = line === 'text' ? text.trim() && text : bodyText(line, bookmark, toLine);
    const isLeftOut = written === null || written.trim() === '';
    // One empty line separates two parts, whatever is left out between them.
    if (!isLeftOut)
      lines.push(line === 'text' && written.endsWith('\n') ? written.slice(0, -1) : written);
    else if (written !== null && line !== 'text' && !isAfterBlank()) lines.push('');
  }
  if (isAfterBlank()) lines.pop();
  const end = lines.map((line) => `${line}\n`).join('');
  return front === null ? end : `---\n${frontText(front, bookmark)}---\n\n${end}`;
}

/** Returns null if the line has placeholders and they are all empty. */
function bodyText(
  pieces: readonly Piece[],
  bookmark: ExportedBookmark,
  toLine: (text: string) => string,
): string | null {
  const values = pieces.map((piece) => {
    if (typeof piece === 'string') return null;
    if (piece.field === 'source') return sourceText(bookmark, toLine);
    const value = TEMPLATE_FIELDS[piece.field](bookmark);
    return toLine(typeof value === 'string' ? value : value.join(', '));
  });
  const known = values.filter((value) => value !== null);
  if (known.length > 0 && known.every((value) => value === '')) return null;
  return pieces.map((piece, at) => (typeof piece === 'string' ? piece : values[at])).join('');
}

/** Writes an address so that it may be the target of a link, too. */
const sourceText = ({ url }: ExportedBookmark, toLine: (text: string) => string): string =>
  linkAddress(url)?.replace(/[()]/g, (character) => (character === '(' ? '%28' : '%29')) ??
  toLine(url);

function frontText(front: readonly FrontLine[], bookmark: ExportedBookmark): string {
  const lines = front.flatMap((line): readonly string[] => {
    if (typeof line === 'string') return [line];
    const value = TEMPLATE_FIELDS[line.field](bookmark);
    if (value.length === 0) return [];
    if (typeof value === 'string') return [line.key + yamlText(value)];
    return [line.key.trimEnd(), ...value.map((each) => `  - ${yamlText(each)}`)];
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Writes a double-quoted YAML string. YAML escapes as JSON does, plus the characters below. */
function yamlText(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
