/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password';
  readonly value?: string;
  readonly hint?: string | undefined;
  /** The error of the field, or null. */
  readonly problem?: string | null;
  readonly autocomplete: string;
  /**
   * The maximum length of the value. A longer value that was sent without this form is cut. Passwords
   * have no maximum here, because browsers cut a longer text and do not say so. The server refuses it.
   */
  readonly maxlength?: number;
  readonly autofocus?: boolean;
}

/** A labelled input with its hint and its error, which screen readers announce too. */
export function Field(props: FieldProps) {
  const { name, label, type = 'text', hint, problem = null, autocomplete } = props;
  const described = [hint && `${name}-hint`, problem && `${name}-problem`]
    .filter(Boolean)
    .join(' ');
  return (
    <div class="labelled stack gap-1">
      <label for={name}>{label}</label>
      <input
        class="field"
        id={name}
        name={name}
        type={type}
        value={props.value?.slice(0, props.maxlength)}
        required
        autocomplete={autocomplete}
        autocapitalize="none"
        spellcheck={false}
        maxlength={props.maxlength}
        autofocus={props.autofocus}
        aria-invalid={problem === null ? undefined : 'true'}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {problem !== null && (
        <p class="problem" id={`${name}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** A message that screen readers announce at once. */
export const Notice = ({
  isProblem = false,
  children,
}: PropsWithChildren<{ readonly isProblem?: boolean }>) => (
  <div
    class="notice"
    role={isProblem ? 'alert' : 'status'}
    data-kind={isProblem ? 'problem' : 'done'}
  >
    {children}
  </div>
);

/** The main button of a form. */
export const Submit = ({ children }: PropsWithChildren) => (
  <button type="submit" class="button" data-look="primary">
    {children}
  </button>
);
