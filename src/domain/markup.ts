/**
 * The characters that XML 1.0 does not allow, not even escaped.
 * @see https://www.w3.org/TR/xml/#charsets
 */
const ILLEGAL = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Removes the characters that an XML document cannot have. */
export const legalXml = (text: string): string => text.replace(ILLEGAL, '');

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/**
 * Escapes characters for HTML and XML. Without `characters`, the result is safe as the content of an
 * element and as a value in double quotes.
 */
export const escapeMarkup = (text: string, characters = /[&<>"]/g): string =>
  text.replace(characters, (character) => REFERENCES[character] ?? character);
