import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { LabelBox } from '../../../src/ui/labels/label-box';

afterEach(cleanup);

describe('the field for labels', () => {
  it('does not read the names of 100,000 labels at each key press', () => {
    let reads = 0;
    const known = Array.from({ length: 100_000 }, (_, n) => ({
      count: n % 7,
      get name() {
        reads += 1;
        return `topic ${n}`;
      },
    }));
    const ignore = () => {};
    const events = { onText: ignore, onAdd: ignore, onRemove: ignore };
    const box = (text: string) => <LabelBox labels={[]} known={known} text={text} {...events} />;
    const { rerender } = render(box('t'));
    reads = 0;
    for (const text of ['to', 'topic 4', 'topic 99999']) rerender(box(text));
    expect(reads).toBeLessThan(100);
    const options = screen.getAllByRole('option', { hidden: true });
    expect(options.map(({ textContent }) => textContent)).toEqual(['topic 999994']);
  });
});
