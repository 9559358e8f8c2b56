import { useSignal } from '@preact/signals';
import copyIcon from 'lucide-static/icons/copy.svg?icon';
import type { JSX } from 'preact';
import { t } from '../strings';
import { Button } from './button';

/** A text, or a function that makes it when it is needed. */
type LazyText = string | (() => Promise<string>);

interface CopyButtonProps {
  readonly label: string;
  readonly text: LazyText;
}

/**
 * Copies `text` to the clipboard. When the browser refuses, it shows the text in a field instead.
 */
export function CopyButton({ label, text }: CopyButtonProps): JSX.Element {
  /** The text that was copied. The confirmation disappears when `text` changes. */
  const copied = useSignal<LazyText | null>(null);
  const refused = useSignal<string | null>(null);
  const copy = async () => {
    const written = typeof text === 'string' ? text : await text();
    try {
      await navigator.clipboard.writeText(written);
      copied.value = text;
      refused.value = null;
    } catch {
      refused.value = written; // Company policies can disable the clipboard. The user can still copy from the field.
    }
  };
  return (
    <span class="copy">
      <Button icon={copyIcon} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" class="copy-done">
        {copied.value === text && t('copied')}
        {refused.value !== null && t('copyRefused')}
      </span>
      {refused.value !== null && (
        <textarea class="field" readOnly rows={4} aria-label={label} value={refused.value} />
      )}
    </span>
  );
}
