/** An attribute. Its name is the qualified one, such as `xlink:href`. */
export class PageAttribute {
  readonly name: string;
  value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.value = value;
  }

  cloneNode(): PageAttribute {
    return new PageAttribute(this.name, this.value);
  }
}

/** Longer `style` attributes are not parsed. In UTF-16 code units. */
const MAX_STYLE_LENGTH = 10_000;
const DECLARATION = /^\s*([a-z-]+)\s*:\s*([a-z-]+)\s*(?:!\s*important\s*)?$/i;

/** Returns the last value of a property in `style`, or an empty string if it is not a single word. */
export function declared(style: string, property: string): string {
  if (style.length > MAX_STYLE_LENGTH || !style.toLowerCase().includes(property)) return '';
  let value = '';
  for (const declaration of declarationsOf(style)) {
    const [, name, word] = DECLARATION.exec(declaration) ?? [];
    if (name?.toLowerCase() === property) value = word?.toLowerCase() ?? '';
  }
  return value;
}

/** Splits a style at its semicolons, except those inside brackets and quotes. */
function declarationsOf(style: string): readonly string[] {
  const parts: string[] = [];
  let begin = 0;
  /** The character that closes the open bracket or quote, or empty outside of both. */
  let end = '';
  for (let at = 0; at < style.length; at += 1) {
    const sign = style.charAt(at);
    if (end !== '') {
      if (sign === end) end = '';
    } else if (sign === ';') {
      parts.push(style.slice(begin, at));
      begin = at + 1;
    } else if (sign === '(') end = ')';
    else if (sign === '"' || sign === "'") end = sign;
  }
  return [...parts, style.slice(begin)];
}
