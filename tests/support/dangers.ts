/** Elements that run scripts, load files, ask for input or change the page, with any attributes. */
const FORBIDDEN_ELEMENTS = new Set(
  [
    'script style link meta base title iframe frame frameset object embed applet portal fencedframe',
    'form input button select option optgroup textarea output label fieldset datalist keygen dialog',
    'video audio source track picture canvas map area template slot noscript noembed noframes xmp',
    'plaintext listing marquee bgsound image use foreignobject animate animatetransform animatemotion',
    'set discard handler feimage filter textpath tref mpath cursor annotation annotation-xml mglyph',
    'maction semantics selectedcontent html head body menuitem isindex',
  ]
    .join(' ')
    .split(' '),
);

const FORBIDDEN_ATTRIBUTES =
  /^(?:on.*|style|srcset|name|action|formaction|ping|background|poster|target|download|usemap|autofocus|contenteditable|tabindex|is|slot|part|nonce|for|form|popover.*|command.*|accesskey|role|aria-.*|patchsrc|attributionsrc|interestfor|http-equiv|manifest|xlink:.*|filter|lowsrc|dynsrc|shadowrootmode|srcdoc|data)$/i;

/** `NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_PROCESSING_INSTRUCTION`. Node has no `NodeFilter`. */
const COMMENTS_AND_INSTRUCTIONS = 0x80 | 0x40;

const NAMESPACES = new Set([
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers leave them out of an address.
const IGNORED = /[\u0000-\u0020\u007f-\u00a0\u2000-\u200f\u2028\u2029\ufeff]/g;
const RASTER = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;

/**
 * Returns everything in a tree that could run, load or mislead. The list is empty for an article
 * that is safe to show.
 */
export function dangersIn(root: ParentNode & Node): readonly string[] {
  return [...root.querySelectorAll('*')]
    .flatMap(dangersOf)
    .concat(commentsIn(root).map((comment) => `comment ${comment}`));
}

function dangersOf(element: Element): readonly string[] {
  const name = element.localName.toLowerCase();
  const dangers: string[] = [];
  if (FORBIDDEN_ELEMENTS.has(name) || name.includes('-')) dangers.push(`<${name}>`);
  if (!NAMESPACES.has(element.namespaceURI ?? '')) dangers.push(`namespace of <${name}>`);
  for (const attribute of element.attributes) {
    if (isDanger(name, attribute.name, attribute.value)) {
      dangers.push(`<${name} ${attribute.name}="${attribute.value}">`);
    }
  }
  if (
    name === 'a' &&
    element.hasAttribute('href') &&
    !/\bnoopener\b/.test(element.getAttribute('rel') ?? '')
  ) {
    dangers.push('a link without noopener');
  }
  return dangers;
}

function isDanger(element: string, attribute: string, value: string): boolean {
  if (FORBIDDEN_ATTRIBUTES.test(attribute)) return true;
  const address = value.replace(IGNORED, '');
  switch (attribute.toLowerCase()) {
    case 'id':
      return !value.startsWith('user-content-');
    case 'href':
      return element !== 'a' || !/^(?:https?:|mailto:|tel:|#user-content-)/i.test(address);
    case 'src':
      return element !== 'img' || !(/^https?:/i.test(address) || RASTER.test(address));
    case 'cite':
      return !/^https?:/i.test(address);
    case 'title':
    case 'alt':
    case 'alttext':
    case 'abbr':
      return false;
    default:
      return (
        /^(?:javascript|vbscript|data|blob|file):/i.test(address) ||
        (/url\(|expression\(|image-set\(/i.test(address) &&
          !/^url\(#user-content-[\w.:-]+\)$/.test(address))
      );
  }
}

function commentsIn(root: Node): readonly string[] {
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, COMMENTS_AND_INSTRUCTIONS);
  const comments: string[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode.textContent ?? '');
  return comments;
}
