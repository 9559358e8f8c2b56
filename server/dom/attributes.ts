/** An attribute; its name is qualified, as `xlink:href`. */
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

/** What a `style` attribute may hold for it to be looked into. */
const MAX_STYLE_LENGTH = 10_000;
const DECLARATION = /^\s*([a-z-]+)\s*:\s*([a-z-]+)\s*(?:!\s*important\s*)?$/i;

/** The last value that `style` gives to a property, if it is one word; else empty. */
export function declared(style: string, property: string): string {
  if (style.length > MAX_STYLE_LENGTH || !style.toLowerCase().includes(property)) return '';
  let value = '';
  for (const declaration of declarationsOf(style)) {
    const [, name, word] = DECLARATION.exec(declaration) ?? [];
    if (name?.toLowerCase() === property) value = word?.toLowerCase() ?? '';
  }
  return value;
}

/** The parts between semicolons; those in brackets and quotes part nothing. */
function declarationsOf(style: string): readonly string[] {
  const parts: string[] = [];
  let begin = 0;
  /** What ends the bracket or quote that is open; empty when none is. */
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
