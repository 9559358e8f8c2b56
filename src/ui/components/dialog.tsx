import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  /** Also called when the browser closes it, for Esc. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog: the focus stays in it and goes back where it was. */
export function Dialog({ title, onClose, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog class="dialog" ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
