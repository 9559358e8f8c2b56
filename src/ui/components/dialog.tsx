import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  /** True for a dialog with texts beside each other. */
  readonly isWide?: boolean;
  /** Also called when the browser closes the dialog (Esc). */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. It keeps the focus and returns it to the previous element. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isLeft = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      isLeft.current = true;
      // A dialog that is removed while open does not return the focus.
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      class="dialog card stack"
      data-wide={isWide}
      ref={dialog}
      aria-labelledby={titleId}
      onClose={() => {
        if (!isLeft.current) onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
