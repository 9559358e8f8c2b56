import type { ComponentChildren, JSX } from 'preact';

interface SubmitButtonProps {
  /** While what was sent is looked at. It keeps the focus then, which a disabled button loses. */
  readonly isBusy: boolean;
  readonly children: ComponentChildren;
}

/** Sends the form that it is in. */
export function SubmitButton({ isBusy, children }: SubmitButtonProps): JSX.Element {
  return (
    <button type="submit" class="button" data-look="primary" aria-disabled={isBusy}>
      {children}
    </button>
  );
}
