import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatInstant,
  formatInstantInSeconds,
  isDateExpression,
  parseDate,
  parseInstant,
  resolveDateExpression,
} from '../../src/contract/index';

const anyInstant = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

describe('formatInstant and parseInstant', () => {
  it.each([
    ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04:05.120Z', '2026-01-02T03:04:05.12Z'],
    ['2026-01-02T03:04:00.100Z', '2026-01-02T03:04:00.1Z'],
    ['2026-10-20T10:20:30.007Z', '2026-10-20T10:20:30.007Z'],
  ])('formats %s as %s', (iso, wire) => {
    expect(formatInstant(Date.parse(iso))).toBe(wire);
  });

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(anyInstant, (date) => {
        expect(parseInstant(formatInstant(date.getTime()))).toBe(date.getTime());
        expect(parseDate(formatInstant(date.getTime()))).toBe(date.getTime());
      }),
    );
  });

  it('writes whole seconds in the parts of a sync', () => {
    expect(formatInstantInSeconds(Date.parse('2026-01-02T03:04:05.678Z'))).toBe(
      '2026-01-02T03:04:05Z',
    );
    fc.assert(
      fc.property(anyInstant, (date) => {
        const written = formatInstantInSeconds(date.getTime());
        expect(written).toBe(date.toISOString().replace(/\.\d{3}Z$/, 'Z'));
      }),
    );
  });

  it.each([
    ['2026-01-02T03:04:05.123456789Z', '2026-01-02T03:04:05.123Z'],
    ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05.000Z'],
    ['2026-01-02t03:04:05z', '2026-01-02T03:04:05.000Z'],
  ])('reads %s', (text, iso) => {
    expect(parseInstant(text)).toBe(Date.parse(iso));
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-02T03:04:05',
    '2026-01-02',
    '',
  ])('rejects %j', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});

describe('parseDate', () => {
  it.each([
    ['2026-01-02', '2026-01-02'],
    ['2026-01', '2026-01-01'],
    ['2026', '2026-01-01'],
    ['20260102', '2026-01-02'],
    ['2026/1/2', '2026-01-02'],
    ['1/2/2026', '2026-01-02'],
    ['2.1.2026', '2026-01-02'],
    ['2026-01-02 03:04', '2026-01-02T03:04:00Z'],
    ['2026-01-02 03:04:05', '2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04:05', '2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04:05+0100', '2026-01-02T02:04:05Z'],
    ['2026-01-02 03:04:05.5 UTC', '2026-01-02T03:04:05.5Z'],
    ['2 Jan 2026', '2026-01-02'],
    ['2 January 2026 15:04', '2026-01-02T15:04:00Z'],
    ['Jan 2, 2026', '2026-01-02'],
    ['January 2nd, 2026 at 3:04 pm', '2026-01-02T15:04:00Z'],
    ['Fri, 02 Jan 2026 15:04:05 GMT', '2026-01-02T15:04:05Z'],
    ['Friday, 02-Jan-2026 15:04:05 GMT', '2026-01-02T15:04:05Z'],
    ['Fri Jan 2 2026 15:04:05 +0100 (CET)', '2026-01-02T14:04:05Z'],
    ['12:00 am', null],
    ['1767322800', '2026-01-02T03:00:00Z'],
    ['1767322800123', '2026-01-02T03:00:00.123Z'],
    ['1767322800123456', '2026-01-02T03:00:00.123Z'],
    ['1767322800123456789', '2026-01-02T03:00:00.123Z'],
    ['2026-02-29', null],
    ['31.4.2026', null],
    ['2026-01-02T25:00:00Z', null],
    ['13/13/2026', null],
    ['tomorrow', null],
    ['12345', null],
    ['9'.repeat(100), null],
  ])('reads %j', (text, iso) => {
    expect(parseDate(text)).toBe(iso === null ? null : Date.parse(iso));
  });

  it('never throws and returns only integers', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9:TZ/ .+-]{1,30}$/)), (text) => {
        const at = parseDate(text);
        expect(at === null || Number.isInteger(at)).toBe(true);
      }),
    );
  });
});

describe('resolveDateExpression', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');

  it.each([
    ['now', '2026-03-31T12:00:00Z'],
    ['-3d', '2026-03-28T12:00:00Z'],
    ['+1w', '2026-04-07T12:00:00Z'],
    ['-2m', '2026-01-31T12:00:00Z'],
    ['-1y', '2025-03-31T12:00:00Z'],
    ['2026-01-02', '2026-01-02T00:00:00Z'],
  ])('resolves %s', (text, iso) => {
    expect(resolveDateExpression(text, now)).toBe(Date.parse(iso));
  });

  it.each(['3d', '-3', '-3h', 'later', '-99999y', ''])('rejects %j', (text) => {
    expect(isDateExpression(text)).toBe(false);
  });
});
