import '../support/properties';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EDITABLE_FIELDS } from '../../src/domain/bookmark-fields';
import { isSameValue } from '../../src/domain/bookmark-values';
import { labelKey } from '../../src/domain/label';
import { mergedLabels, startDevice, startServer, type Values, valuesOf } from './support/memory';

// Few values of each, so that both sides often choose the same ones.
const some = <const T>(...values: readonly T[]) => fc.constantFrom<T>(...values);
/** One percentage has several elements. The start and the end have none. */
const PLACES = [
  { readProgress: 0, readAnchor: '' },
  { readProgress: 10, readAnchor: '#p1' },
  { readProgress: 10, readAnchor: '#p2' },
  { readProgress: 50, readAnchor: '#p5' },
  { readProgress: 50, readAnchor: '#p6' },
  { readProgress: 100, readAnchor: '' },
];
const place = fc.constantFrom(...PLACES);
const fields = {
  title: some('Ice', 'Snow', 'Rain'),
  siteName: some('Sea', 'Shore'),
  authors: fc.subarray(['Ada', 'Bo']),
  published: some(null, '2020-01-02'),
  note: some('', 'For Ada', 'For Bo'),
  isFavourite: fc.boolean(),
  isArchived: fc.boolean(),
  labels: fc.subarray(['ice', 'cold', 'to read', 'North']),
};
const values: fc.Arbitrary<Values> = fc
  .tuple(fc.record(fields), place)
  .map(([given, read]) => ({ ...given, ...read }));
/** Changes some values. A place is set as a whole. */
const edits: fc.Arbitrary<Partial<Values>> = fc
  .tuple(fc.record(fields, { requiredKeys: [] }), fc.option(place, { nil: {} }))
  .map(([given, read]) => ({ ...given, ...read }));

const PLACE_FIELDS: readonly string[] = ['readProgress', 'readAnchor'];
const FIELDS = EDITABLE_FIELDS.filter((field) => !PLACE_FIELDS.includes(field));
const placeOf = ({ readProgress, readAnchor }: Values) => ({ readProgress, readAnchor });

/** Both sides edit the same version; then the device receives the other one. */
function edited(base: Values, here: Partial<Values>, there: Partial<Values>) {
  const server = startServer(base);
  const device = startDevice(server);
  device.edit(here);
  server.edit(there);
  device.journal.length = 0;
  device.pull();
  return { server, device, ours: { ...base, ...here }, theirs: { ...base, ...there } };
}

describe('the merge of a bookmark', () => {
  it('has the values that only one side changed, and those of this device where both did', () => {
    fc.assert(
      fc.property(values, edits, edits, (base, here, there) => {
        const { device, server, ours, theirs } = edited(base, here, there);
        for (let time = 0; time < 2; time += 1) {
          const merged = time === 0 ? device.state().bookmark : server.version;
          for (const field of FIELDS) {
            const isChangedHere = !isSameValue(ours[field], base[field]);
            expect(merged?.[field]).toEqual((isChangedHere ? ours : theirs)[field]);
          }
          device.push();
        }
      }),
    );
  });

  it('is in the journal, with the value of the server that is not used', () => {
    fc.assert(
      fc.property(values, edits, edits, (base, here, there) => {
        const { device, ours, theirs } = edited(base, here, there);
        const logged = (wanted: string) =>
          device.journal.flatMap(({ kind, changes }) => (kind === wanted ? changes : []));
        const kept = logged('merged');
        const taken = FIELDS.filter(
          (field) =>
            isSameValue(ours[field], base[field]) && !isSameValue(theirs[field], base[field]),
        );
        for (const field of taken)
          expect(logged('received')).toContainEqual({
            field,
            ours: base[field],
            theirs: theirs[field],
          });
        const lost = FIELDS.filter((field) => {
          const sides = [ours[field], theirs[field], base[field]];
          return sides.every((one, at) => !isSameValue(one, sides[(at + 1) % 3]));
        });
        for (const field of lost)
          expect(kept).toContainEqual({ field, ours: ours[field], theirs: theirs[field] });
      }),
    );
  });

  it('has the labels of both sides without those that either side removed', () => {
    fc.assert(
      fc.property(values, edits, edits, (base, here, there) => {
        const { device, server, ours, theirs } = edited(base, here, there);
        const labels = mergedLabels(base.labels, ours.labels, theirs.labels);
        const keys = (of: Values | null) => of?.labels.map(labelKey).toSorted();
        expect(keys(device.state().bookmark)).toEqual(labels);
        device.push();
        expect(keys(server.version)).toEqual(labels);
      }),
    );
  });

  it('has the further reading position, with its own element, unless it was set back', () => {
    fc.assert(
      fc.property(values, edits, edits, (base, here, there) => {
        const { device, server, ours, theirs } = edited(base, here, there);
        const isMoved =
          ours.readAnchor !== base.readAnchor || ours.readProgress !== base.readProgress;
        const isSetBack = ours.readProgress < base.readProgress;
        const isOurs = isMoved && (isSetBack || ours.readProgress >= theirs.readProgress);
        expect(placeOf(device.state().bookmark!)).toEqual(placeOf(isOurs ? ours : theirs));
        device.push();
        expect(placeOf(server.version!)).toEqual(placeOf(isOurs ? ours : theirs));
      }),
    );
  });

  it('sends a reading position without its element if that is too long for a server', () => {
    const { device, server } = edited(
      { ...valuesOf(startServer({}).version!), ...PLACES[1] },
      { readProgress: 50, readAnchor: '#p5 '.repeat(100) },
      {},
    );
    device.push();
    expect(placeOf(server.version!)).toEqual({ readProgress: 50, readAnchor: '' });
  });

  it('changes nothing when the same answer comes again', () => {
    fc.assert(
      fc.property(values, edits, edits, (base, here, there) => {
        const { device } = edited(base, here, there);
        const once = device.state();
        device.journal.length = 0;
        device.pull();
        expect(device.state()).toEqual(once);
        expect(device.journal).toEqual([]);
      }),
    );
  });
});

describe('a bookmark that one side deletes and the other edits', () => {
  it('is kept with the edits of this device when it was deleted on the server', () => {
    fc.assert(
      fc.property(values, edits, (base, here) => {
        const server = startServer(base);
        const device = startDevice(server);
        device.edit(here);
        const hasEdits = device.state().intents.length > 0;
        server.delete('s1');
        device.pull();
        expect(device.state().bookmark?.trashedAt === null).toBe(hasEdits);
        device.push();
        if (hasEdits) expect(valuesOf(server.version!)).toEqual(valuesOf({ ...base, ...here }));
        else expect(server.version).toBeNull();
      }),
    );
  });

  it('is created again with what was edited while the create had no answer', () => {
    fc.assert(
      fc.property(values, edits, edits, (base, here, more) => {
        const server = startServer(base);
        const device = startDevice(server);
        device.edit({ ...here, title: 'Mine' });
        server.delete('s1');
        device.pull();
        device.push(true);
        device.edit(more);
        device.push();
        expect(device.state().intents).toEqual([]);
        const after = { ...base, ...here, title: 'Mine', ...more };
        expect(valuesOf(server.version!)).toEqual(valuesOf(after));
      }),
    );
  });

  it('is kept with the edits of the server when it was deleted here', () => {
    fc.assert(
      fc.property(values, edits, (base, there) => {
        const server = startServer(base);
        const device = startDevice(server);
        device.trash();
        server.edit(there);
        device.pull();
        device.push();
        const after = { ...base, ...there };
        const isEdited = JSON.stringify(valuesOf(after)) !== JSON.stringify(valuesOf(base));
        expect(device.state().bookmark?.trashedAt === null).toBe(isEdited);
        if (isEdited) expect(valuesOf(device.state().bookmark!)).toEqual(valuesOf(after));
        else expect(server.version).toBeNull();
      }),
    );
  });
});

describe('two devices', () => {
  const step = fc.record({
    who: fc.nat(1),
    does: fc.oneof(edits, some('pull', 'push', 'push without an answer')),
  });

  it('have the same bookmark in the end, in whatever order they sync', () => {
    fc.assert(
      fc.property(values, fc.array(step, { maxLength: 12 }), (base, steps) => {
        const server = startServer(base);
        const devices = [startDevice(server), startDevice(server)];
        for (const { who, does } of steps) {
          const device = devices[who]!;
          if (does === 'pull') device.pull();
          else if (does === 'push') device.push();
          else if (does === 'push without an answer') device.push(true);
          else device.edit(does);
        }
        for (const device of [...devices, ...devices, ...devices]) {
          device.pull();
          device.push();
        }
        for (const device of devices) {
          expect(device.state().intents).toEqual([]);
          expect(valuesOf(device.state().bookmark!)).toEqual(valuesOf(server.version!));
        }
        expect(PLACES).toContainEqual(placeOf(server.version!));
      }),
    );
  });
});
