import { useSignal } from '@preact/signals';
import copyIcon from 'lucide-static/icons/copy.svg?icon';
import type { JSX } from 'preact';
import { t } from '../strings';
import { Button } from './button';

interface CopyButtonProps {
  readonly label: string;
  readonly text: string;
}

/**
 * Copies `text` to the clipboard. When the browser refuses, it shows the text in a field instead.
 */
export function CopyButton({ label, text }: CopyButtonProps): JSX.Element {
  /** The text that was copied. The confirmation disappears when `text` changes. */
  const copied = useSignal<string | null>(null);
  const refused = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      copied.value = text;
      refused.value = false;
    } catch {
      refused.value = true; // Company policies can disable the clipboard. The user can still copy from the field.
    }
  };
  return (
    <span class="copy">
      <Button icon={copyIcon} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" class="copy-done">
        {copied.value === text && t('copied')}
        {refused.value && t('copyRefused')}
      </span>
      {refused.value && (
        <textarea class="field" readOnly rows={4} aria-label={label} value={text} />
      )}
    </span>
  );
}
