// The members of nodes that a page can't hide. A field of a form hides the member of the form that has
// its name (`<input name="childNodes">`), and an image that of the document (`<img name="cloneNode">`),
// also in an isolated world. So members are taken from the prototypes.
// @see https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem

/** Returns a member of a prototype or of those that it inherits from; undefined if there is none. */
export function nativeMember(
  prototype: object | null,
  name: string | symbol,
): PropertyDescriptor | undefined {
  for (let at = prototype; at !== null; at = Object.getPrototypeOf(at)) {
    const member = Object.getOwnPropertyDescriptor(at, name);
    if (member !== undefined) return member;
  }
  return undefined;
}

/** Returns the members of a document. Some environments have a member on the document itself. */
export function membersOf(page: Document): Document {
  return new Proxy(page, {
    get(_, name): unknown {
      const member = nativeMember(Document.prototype, name);
      if (member?.get) return member.get.call(page);
      const value: unknown = member === undefined ? Reflect.get(page, name) : member.value;
      return typeof value === 'function' ? value.bind(page) : value;
    },
  });
}
