import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { ReviewForm } from '../../../src/ui/settings/review-form';
import { memorySettings } from '../reader/open-article';

afterEach(cleanup);

describe('the settings of the review', () => {
  it('has a number of highlights a day, and keeps it when something else is entered', () => {
    const settings = memorySettings();
    render(<ReviewForm settings={settings} />);
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: /^Highlights a day/ });
    expect(field.value).toBe('5');
    const enter = (value: string) => {
      fireEvent.input(field, { target: { value } });
      fireEvent.change(field);
      return settings.settings.value.reviewPerDay;
    };
    expect(enter('8')).toBe(8);
    expect(enter('0')).toBe(0);
    for (const wrong of ['51', '-1', '2.5', '']) {
      expect(enter(wrong)).toBe(0);
      expect(field.value).toBe('0');
    }
  });
});
