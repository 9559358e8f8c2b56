/**
 * The members of a document. A form or an image of the page hides the member that has its name
 * (`<img name="createRange">`), so they are taken from the prototypes.
 */
export function membersOf(page: Document): Document {
  return new Proxy(page, {
    get(_, name): unknown {
      const member = nativeMember(name);
      if (member?.get) return member.get.call(page);
      const value: unknown = member === null ? Reflect.get(page, name) : member.value;
      return typeof value === 'function' ? value.bind(page) : value;
    },
  });
}

/** Returns a member of all documents; null if this environment has it on the document itself. */
function nativeMember(name: string | symbol): PropertyDescriptor | null {
  let prototype: object | null = Document.prototype;
  for (; prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
    const member = Object.getOwnPropertyDescriptor(prototype, name);
    if (member !== undefined) return member;
  }
  return null;
}
