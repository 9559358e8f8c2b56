import { wordList } from '../word-list';

/** Text, structure and images. Nothing that loads, plays, asks for input or changes the page. */
const HTML_TAGS = wordList(
  'a abbr b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn div dl dt',
  'em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp',
  'section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr',
);

/** Presentation MathML. No `maction`, no `semantics` with foreign annotations, no `mglyph`. */
const MATHML_TAGS = wordList(
  'math merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace',
  'msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none',
);

/**
 * Shapes and their labels. No `use`, `image`, `foreignObject`, `style`, `a`, filters or animation.
 */
const SVG_TAGS = wordList(
  'svg g path rect circle ellipse line polyline polygon text tspan defs lineargradient',
  'radialgradient stop clippath marker mask pattern',
);

export const ALLOWED_TAGS: readonly string[] = [...HTML_TAGS, ...MATHML_TAGS, ...SVG_TAGS];

/** Allowed on every element. */
const GLOBAL_ATTRIBUTES = wordList('id dir lang title');

const HTML_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: wordList('href hreflang rel data-embed'),
  blockquote: ['cite'],
  code: wordList('class data-lang data-language'),
  col: ['span'],
  colgroup: ['span'],
  data: ['value'],
  del: wordList('cite datetime'),
  details: ['open'],
  img: wordList('src alt width height'),
  ins: wordList('cite datetime'),
  li: ['value'],
  ol: wordList('reversed start type'),
  pre: wordList('class data-lang data-language'),
  q: ['cite'],
  td: wordList('colspan headers rowspan'),
  th: wordList('abbr colspan headers rowspan scope'),
  time: ['datetime'],
};

const MATHML_ATTRIBUTES = wordList(
  'accent accentunder alttext columnalign columnlines columnspacing depth display displaystyle fence',
  'form frame height largeop linethickness lspace mathvariant maxsize minsize movablelimits rowalign',
  'rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width columnspan',
  'rowspan',
);

const SVG_ATTRIBUTES = wordList(
  'clip-path clip-rule cx cy d dx dy fill fill-opacity fill-rule font-family font-size font-style',
  'font-weight gradienttransform gradientunits height marker-end marker-mid marker-start',
  'markerheight markerunits markerwidth mask offset opacity orient patterncontentunits',
  'patterntransform patternunits points preserveaspectratio r refx refy rotate rx ry spreadmethod',
  'stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin',
  'stroke-miterlimit stroke-opacity stroke-width text-anchor textlength transform viewbox width x x1',
  'x2 xmlns y y1 y2',
);

/** Attributes whose text may look like an address without being one: `f: A → B`. */
export const PLAIN_TEXT_ATTRIBUTES: readonly string[] = wordList(
  'abbr alt alttext class font-family headers id title value xmlns',
);

/** Every attribute that is allowed on some element. */
export const ALLOWED_ATTRIBUTES: readonly string[] = [
  ...GLOBAL_ATTRIBUTES,
  ...new Set(Object.values(HTML_ATTRIBUTES).flat()),
  ...MATHML_ATTRIBUTES,
  ...SVG_ATTRIBUTES,
];

const OF_ALL: ReadonlySet<string> = new Set(GLOBAL_ATTRIBUTES);
const OF_MATHML: ReadonlySet<string> = new Set(MATHML_ATTRIBUTES);
const OF_SVG: ReadonlySet<string> = new Set(SVG_ATTRIBUTES);
const MATHML_NAMES: ReadonlySet<string> = new Set(MATHML_TAGS);
const SVG_NAMES: ReadonlySet<string> = new Set(SVG_TAGS);
const HTML_NAMES: ReadonlySet<string> = new Set(HTML_TAGS);

/** True if the attribute is allowed on an element with that name (both in lower case). */
export function mayHave(tag: string, attribute: string): boolean {
  // It would move and enlarge a whole drawing, over everything around the article.
  if (tag === 'svg' && attribute === 'transform') return false;
  if (SVG_NAMES.has(tag)) return OF_ALL.has(attribute) || OF_SVG.has(attribute);
  if (MATHML_NAMES.has(tag)) return OF_ALL.has(attribute) || OF_MATHML.has(attribute);
  if (!HTML_NAMES.has(tag)) return false;
  return OF_ALL.has(attribute) || (HTML_ATTRIBUTES[tag]?.includes(attribute) ?? false);
}

/**
 * Elements that are removed with their content. Other elements that are not allowed keep their
 * content.
 */
export const DROPPED_WITH_CONTENT: readonly string[] = wordList(
  'annotation annotation-xml applet area audio button canvas datalist desc dialog embed fieldset',
  'foreignobject frame frameset head iframe map menu noembed noframes noscript object option',
  'optgroup param plaintext portal script select selectedcontent style template textarea title',
  'video xmp',
);

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** A map, because a page may name a namespace like a property of every object (`constructor`). */
const ofNamespace: ReadonlyMap<string | null, ReadonlySet<string>> = new Map([
  ['http://www.w3.org/1999/xhtml', HTML_NAMES],
  [MATHML, MATHML_NAMES],
  // A link in a drawing has the same name as one in a text.
  [SVG_NAMESPACE, new Set([...SVG_TAGS, 'a'])],
]);

/** MathML elements whose content a parser reads as HTML. */
const MATHML_TEXT: ReadonlySet<string> = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);

/**
 * True if a parser would create this element at its place. Any other element would become a
 * different one when the article is serialised and parsed again.
 * @param tag in lower case, like that of `parent`
 */
export function isInPlace(
  tag: string,
  namespace: string | null,
  parent: { readonly tag: string; readonly namespace: string | null } | null,
): boolean {
  if (ofNamespace.get(namespace)?.has(tag) !== true) return false;
  const isForeignParent = parent?.namespace === SVG_NAMESPACE || parent?.namespace === MATHML;
  if (!isForeignParent)
    return (namespace !== SVG_NAMESPACE && namespace !== MATHML) || isRoot(tag, namespace);
  if (namespace === parent.namespace) return true;
  return (
    parent.namespace === MATHML &&
    MATHML_TEXT.has(parent.tag) &&
    (namespace !== SVG_NAMESPACE || tag === 'svg')
  );
}

const isRoot = (tag: string, namespace: string): boolean =>
  tag === (namespace === SVG_NAMESPACE ? 'svg' : 'math');

/** The `rel` of links: the target gets no referrer and no access to the opener. */
export const REL = 'noopener noreferrer';

const ANY_HEADING = ':is(h1,h2,h3,h4,h5,h6)';
/**
 * Elements that a parser would end at the element inside of them. Only scripts and misplaced text
 * in tables create them. After serialising and parsing, the article would be different.
 */
export const NEVER_INSIDE = `a a,${ANY_HEADING}>${ANY_HEADING},li>li,:is(dd,dt)>:is(dd,dt),p>p`;

const IS_HEADING = /^h[1-6]$/;

/** True if an element matches `NEVER_INSIDE` at its place (all names in lower case). */
export function isNeverInside(
  tag: string,
  place: { readonly tag: string; readonly isInLink: boolean },
): boolean {
  switch (tag) {
    case 'a':
      return place.isInLink;
    case 'li':
    case 'p':
      return place.tag === tag;
    case 'dd':
    case 'dt':
      return place.tag === 'dd' || place.tag === 'dt';
    default:
      return IS_HEADING.test(tag) && IS_HEADING.test(place.tag);
  }
}
