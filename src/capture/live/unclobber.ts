import type { NativeDom } from '../native-dom';

/** Elements that a form finds by their name or id: `form.children` may be one of them. */
const CONTROLS = 'button,fieldset,input,object,output,select,textarea';
/** Elements that a document finds by their name: `document.body` may be one of them. */
const NAMED = 'embed,form,iframe,img';

/**
 * Takes away the names and ids by which an element of the copy would stand for a DOM property of
 * its form or document. Nothing of them is shown.
 * @see https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
export function unclobber(tree: DocumentFragment, native: NativeDom): void {
  for (const element of tree.querySelectorAll(`${CONTROLS},${NAMED}`)) {
    native.removeAttribute(element, 'name');
  }
  for (const element of tree.querySelectorAll(`${CONTROLS},form img`)) {
    native.removeAttribute(element, 'id');
  }
}
