import { type ArticleElement, attributeOf, isElement, textOfNode } from '../article/parse-article';
import { type XmlElement, type XmlNode, xml } from './xml';

/** Elements that contain only text. */
const TOKENS: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'ms', 'mtext']);

const ANY_NUMBER = null;

/** The number of children of each other element. */
const CHILD_COUNTS: Readonly<Record<string, number | null>> = {
  merror: ANY_NUMBER,
  mfrac: 2,
  mover: 2,
  mpadded: ANY_NUMBER,
  mphantom: ANY_NUMBER,
  mroot: 2,
  mrow: ANY_NUMBER,
  msqrt: ANY_NUMBER,
  mspace: 0,
  mstyle: ANY_NUMBER,
  msub: 2,
  msubsup: 3,
  msup: 2,
  mtable: ANY_NUMBER,
  mtd: ANY_NUMBER,
  mtr: ANY_NUMBER,
  munder: 2,
  munderover: 3,
};

const CHILD_OF: Readonly<Record<string, string>> = { mtable: 'mtr', mtr: 'mtd' };

const MATH_LENGTH = /^-?\d{1,4}(?:\.\d{1,4})?(?:em|ex|px|pt)$/;
const MATH_ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  accent: /^(?:true|false)$/,
  columnalign: /^(?:left|center|right)(?: (?:left|center|right))*$/,
  displaystyle: /^(?:true|false)$/,
  fence: /^(?:true|false)$/,
  linethickness: /^(?:0|\d(?:\.\d+)?(?:px|em|pt|ex))$/,
  lspace: MATH_LENGTH,
  mathvariant:
    /^(?:normal|bold|italic|bold-italic|double-struck|script|fraktur|sans-serif|monospace)$/,
  rspace: MATH_LENGTH,
  stretchy: /^(?:true|false)$/,
  width: MATH_LENGTH,
};

const ATTRIBUTES_OF: Readonly<Record<string, readonly string[]>> = {
  mfrac: ['linethickness'],
  mi: ['mathvariant'],
  mn: ['mathvariant'],
  mo: ['fence', 'lspace', 'mathvariant', 'rspace', 'stretchy'],
  mover: ['accent'],
  mspace: ['width'],
  mstyle: ['displaystyle'],
  mtable: ['columnalign', 'displaystyle'],
  mtext: ['mathvariant'],
};

/** Converts a formula to valid presentation MathML, or to text if that is not possible. */
export function convertMath(element: ArticleElement): XmlNode {
  const children = convertChildren(element);
  const alttext = attributeOf(element, 'alttext');
  if (children === null) return alttext ?? textOfNode(element).replace(/\s+/g, ' ').trim();
  const isBlock = attributeOf(element, 'display') === 'block';
  return xml(
    'math',
    {
      xmlns: 'http://www.w3.org/1998/Math/MathML',
      ...(isBlock && { display: 'block' }),
      ...(alttext !== null && { alttext }),
    },
    children,
  );
}

function convertChildren(parent: ArticleElement): XmlElement[] | null {
  const children: XmlElement[] = [];
  const wanted = CHILD_OF[parent.tagName];
  for (const child of parent.childNodes) {
    if (!isElement(child)) {
      if (textOfNode(child).trim() !== '') return null;
      continue;
    }
    const converted = convertElement(child);
    const isMisplaced = wanted === undefined ? isTablePart(child) : child.tagName !== wanted;
    if (converted === null || isMisplaced) return null;
    children.push(converted);
  }
  return children;
}

const isTablePart = ({ tagName }: ArticleElement) => tagName === 'mtr' || tagName === 'mtd';

function convertElement(element: ArticleElement): XmlElement | null {
  const tag = element.tagName;
  if (TOKENS.has(tag)) return xml(tag, attributesOf(element), [textOfNode(element)]);
  const expected = CHILD_COUNTS[tag];
  if (expected === undefined) return null;
  const children = convertChildren(element);
  if (children === null || (expected !== ANY_NUMBER && children.length !== expected)) return null;
  return xml(tag, attributesOf(element), children);
}

function attributesOf(element: ArticleElement): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ATTRIBUTES_OF[element.tagName] ?? []) {
    const value = attributeOf(element, name);
    if (value !== null && MATH_ATTRIBUTES[name]?.test(value)) kept[name] = value;
  }
  return kept;
}
