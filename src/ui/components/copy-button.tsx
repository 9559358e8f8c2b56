import { useSignal } from '@preact/signals';
import copyIcon from 'lucide-static/icons/copy.svg?icon';
import type { JSX } from 'preact';
import { t } from '../strings';
import { Button } from './button';

interface CopyButtonProps {
  readonly label: string;
  readonly text: string;
}

/** Puts `text` on the clipboard and says so; where the browser refuses, it is shown to be copied. */
export function CopyButton({ label, text }: CopyButtonProps): JSX.Element {
  /** What was copied: when the text is another one by now, nothing is said. */
  const copied = useSignal<string | null>(null);
  const refused = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      copied.value = text;
      refused.value = false;
    } catch {
      refused.value = true; // Policies of companies take it away; the person can still copy.
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
