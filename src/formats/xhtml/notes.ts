import type { Conversion } from './conversion';
import { type XmlNode, xml } from './xml';

/** What a note's id is called until `resolveIds` names it. */
const noteTarget = (number: number) => `note ${number}`;

/** What stands in the text for the note that was gathered last: a link by itself, as clients look for it. */
export function noteReference(conversion: Conversion): XmlNode {
  const number = conversion.notes.length;
  const attributes = {
    ...(conversion.isBook && { 'epub:type': 'noteref' }),
    href: `#${noteTarget(number)}`,
    role: 'doc-noteref',
  };
  return xml('a', attributes, [String(number)]);
}

/** The notes, after the text; nothing when there are none. */
export function notesSection(conversion: Conversion): readonly XmlNode[] {
  if (conversion.notes.length === 0) return [];
  const notes = conversion.notes.map((note, at) => {
    const attributes = {
      id: noteTarget(at + 1),
      role: 'doc-footnote',
      ...(conversion.isBook && { 'epub:type': 'footnote' }),
    };
    const number = [`${at + 1}. `];
    return xml('aside', attributes, [xml('p', {}, [...number, ...linesOf(note)])]);
  });
  return [xml('section', { class: 'notes' }, notes)];
}

const linesOf = (text: string): XmlNode[] =>
  text.split(/\r\n?|\n/).flatMap((line, at) => (at === 0 ? [line] : [xml('br'), line]));
