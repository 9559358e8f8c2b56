import type { NativeDom } from '../native-dom';

/**
 * Elements that a form finds by their name or id, and a document by their name: `form.children` or
 * `document.body` may be one of them.
 * @see https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
export const CLOBBERING =
  'button,embed,fieldset,form,iframe,img,input,object,output,select,textarea';

/** Those whose id names nothing that is read. */
const CONTROLS = 'button,fieldset,input,object,output,select,textarea,form img';

/** Takes their names away, and the ids by which a form would find them. */
export function unclobber(elements: Iterable<Element>, native: NativeDom): void {
  for (const element of elements) {
    native.removeAttribute(element, 'name');
    if (native.hasAttribute(element, 'id') && native.matches(element, CONTROLS)) {
      native.removeAttribute(element, 'id');
    }
  }
}
