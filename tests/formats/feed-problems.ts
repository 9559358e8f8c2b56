import { readFileSync } from 'node:fs';
import { RelaxNGValidator, XmlDocument, XmlLibError } from 'libxml2-wasm';

const GRAMMAR = RelaxNGValidator.fromDoc(
  XmlDocument.fromBuffer(readFileSync(new URL('atom.rng', import.meta.url))),
);
const ATOM = { a: 'http://www.w3.org/2005/Atom' };
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const ALTERNATE = 'a:link[not(@rel) or @rel = "alternate"]';

/** What RFC 4287 asks for and its grammar can't say, by what breaks it. */
const BREACHES: Readonly<Record<string, string>> = {
  'an entry is by nobody (4.1.2)': '/a:feed[not(a:author)]/a:entry[not(a:author)]',
  'an entry leads nowhere (4.1.2)': `//a:entry[not(a:content) and not(${ALTERNATE})]`,
  'there are two alternates of one kind (4.1.1)': `//${ALTERNATE}[@type = preceding-sibling::${ALTERNATE}/@type or not(@type) and preceding-sibling::${ALTERNATE}[not(@type)]]`,
  'two entries have one id (4.1.1)': '//a:entry[a:id = preceding-sibling::a:entry/a:id]',
  'the feed does not say where it is (4.1.1)': '/a:feed[not(a:link[@rel = "self"])]',
};

/**
 * What is wrong with an Atom feed, by libxml2 and the grammar of RFC 4287, and by those of its
 * rules that no grammar says; empty: nothing.
 */
export function feedProblems(text: string): readonly string[] {
  try {
    const feed = XmlDocument.fromString(text);
    try {
      return [...breachesOf(feed), ...grammarProblems(feed)];
    } finally {
      feed.dispose();
    }
  } catch (error) {
    return messagesOf(error);
  }
}

function breachesOf(feed: XmlDocument): readonly string[] {
  const found = (path: string) => feed.find(path, ATOM);
  const contents = (path: string) => found(path).map(({ content }) => content);
  return [
    ...Object.keys(BREACHES).filter((breach) => found(BREACHES[breach] ?? '').length > 0),
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
