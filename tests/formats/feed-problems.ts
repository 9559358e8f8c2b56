import { readFileSync } from 'node:fs';
import { RelaxNGValidator, XmlDocument, XmlLibError } from 'libxml2-wasm';

const GRAMMAR = RelaxNGValidator.fromDoc(
  XmlDocument.fromBuffer(readFileSync(new URL('atom.rng', import.meta.url))),
);
const ATOM = { a: 'http://www.w3.org/2005/Atom' };
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const ALTERNATE = 'a:link[not(@rel) or @rel = "alternate"]';

/** XPath expressions that match violations of RFC 4287 that its grammar cannot express. */
const VIOLATIONS: Readonly<Record<string, string>> = {
  'an entry has no author (4.1.2)': '/a:feed[not(a:author)]/a:entry[not(a:author)]',
  'an entry has no content and no link (4.1.2)': `//a:entry[not(a:content) and not(${ALTERNATE})]`,
  'an entry has two alternate links of one type (4.1.1)': `//${ALTERNATE}[@type = preceding-sibling::${ALTERNATE}/@type or not(@type) and preceding-sibling::${ALTERNATE}[not(@type)]]`,
  'two entries have the same id (4.1.1)': '//a:entry[a:id = preceding-sibling::a:entry/a:id]',
  'the feed has no link to itself (4.1.1)': '/a:feed[not(a:link[@rel = "self"])]',
};

const ACQUISITION = 'starts-with(@rel, "http://opds-spec.org/acquisition")';
const KIND = (kind: string) => `contains(@type, "profile=opds-catalog;kind=${kind}")`;

/** XPath expressions that match violations of OPDS 1.2 in any feed of a catalogue. */
const CATALOGUE_VIOLATIONS: Readonly<Record<string, string>> = {
  'the feed does not state its kind (1.3)': `/a:feed[not(a:link[@rel = "self" and (${KIND('navigation')} or ${KIND('acquisition')})])]`,
  'the feed has no link to the start of the catalogue (6.2)': `/a:feed[not(a:link[@rel = "start" and ${KIND('navigation')}])]`,
  'a navigation feed has a book (2.1)': `/a:feed[a:link[@rel = "self" and ${KIND('navigation')}]]/a:entry[a:link[${ACQUISITION}]]`,
  'an entry has no link to a feed or a book (5)': `//a:entry[not(a:link[${ACQUISITION} or @rel = "subsection"])]`,
  'a link has no type (5.2)': `//a:link[(${ACQUISITION} or @rel = "subsection" or contains(@rel, "opds-spec.org/image")) and not(@type)]`,
  'an image has a type that readers need not support (5.2.4)':
    '//a:link[contains(@rel, "opds-spec.org/image") and not(@type = "image/jpeg" or @type = "image/png" or @type = "image/gif")]',
  'a page has a link to a feed outside the catalogue (2.4)': `//a:feed/a:link[(@rel = "next" or @rel = "previous" or @rel = "first" or @rel = "last") and not(contains(@type, "profile=opds-catalog"))]`,
  'the feed has no description of its search (3)':
    '/a:feed[not(a:link[@rel = "search" and @type = "application/opensearchdescription+xml"])]',
};

/** Returns the problems of a catalogue feed: those of `feedProblems` and violations of OPDS 1.2. */
export function catalogueProblems(text: string): readonly string[] {
  const problems = feedProblems(text);
  if (problems.length > 0) return problems;
  const feed = XmlDocument.fromString(text);
  try {
    return violationsOf(feed, CATALOGUE_VIOLATIONS);
  } finally {
    feed.dispose();
  }
}

/**
 * Returns the problems of an Atom feed: violations of the grammar of RFC 4287, found by libxml2,
 * and of the rules that the grammar cannot express.
 */
export function feedProblems(text: string): readonly string[] {
  try {
    const feed = XmlDocument.fromString(text);
    try {
      return [...violationsOf(feed, VIOLATIONS), ...formProblems(feed), ...grammarProblems(feed)];
    } finally {
      feed.dispose();
    }
  } catch (error) {
    return messagesOf(error);
  }
}

const violationsOf = (
  feed: XmlDocument,
  breaches: Readonly<Record<string, string>>,
): readonly string[] =>
  Object.keys(breaches).filter((breach) => feed.find(breaches[breach] ?? '', ATOM).length > 0);

/** Finds malformed dates and addresses. */
function formProblems(feed: XmlDocument): readonly string[] {
  const contents = (path: string) => feed.find(path, ATOM).map(({ content }) => content);
  return [
    ...contents('//a:updated | //a:published')
      .filter((date) => !RFC_3339.test(date))
      .map((date) => `${date} is no date (3.3)`),
    ...contents('//a:id | //a:link/@href')
      .filter((address) => !URL.canParse(address) || /[\s"<>]/.test(address))
      .map((address) => `${address} is no absolute IRI (4.2.6, 4.2.7)`),
  ];
}

function grammarProblems(feed: XmlDocument): readonly string[] {
  try {
    GRAMMAR.validate(feed);
    return [];
  } catch (error) {
    return messagesOf(error);
  }
}

function messagesOf(error: unknown): readonly string[] {
  if (!(error instanceof XmlLibError)) throw error;
  return error.details.map(({ message }) => message.trim());
}
