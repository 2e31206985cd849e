// Taking a value from a document into a field, outside React. A form says which field it aims at, a viewer says what is
// selected, and neither knows the other: the page makes one of these and gives it to both.
import {
  preferWays,
  readTakenValue,
  type ReadingWay,
  type TakenReading,
  type TakingField,
} from '@rowhouse/domain/documents/read-taken-value.ts';
import { createObserved, type Observed } from '../../platform/observed.ts';
import type { DocumentPlace, DocumentSelection, PageBox } from './document-place.ts';

/** A field of a form, as it can be aimed at. */
export type TakingTarget = TakingField & {
  readonly key: string;
  /** Why nothing may be taken into it: “Tax is view only for your role”. */
  readonly whyNot?: string | null;
  /** How a stored value reads. */
  readonly show: (value: string) => string;
};

/** Where a value was taken from. It holds as long as the field has this value. */
export type TakenPlace = {
  readonly fieldKey: string;
  readonly value: string;
  readonly fileId: number;
  readonly page: number;
  readonly box: PageBox;
};

export type TakingOffer = { readonly selection: DocumentSelection } & (
  | {
      readonly kind: 'read';
      readonly target: TakingTarget;
      readonly readings: readonly TakenReading[];
      readonly chosen: number;
    }
  | { readonly kind: 'sought'; readonly target: TakingTarget; readonly text: string }
  | { readonly kind: 'refused'; readonly whyNot: string; readonly hasTarget: boolean }
);

export type Taking = {
  readonly target: Observed<TakingTarget | null>;
  /** What the card under the selection says; null while nothing is selected. */
  readonly offer: Observed<TakingOffer | null>;
  /** All places of this record: kept ones and those of this draft. */
  readonly places: Observed<readonly TakenPlace[]>;
  /** A place that somebody asked to see; a new object each time. */
  readonly shown: Observed<DocumentPlace | null>;
  /** Called by the form when a field gets the focus; the target stays while the focus is in the viewer. */
  readonly aim: (target: TakingTarget | null) => void;
  /** Called by the viewer. */
  readonly select: (selection: DocumentSelection | null) => void;
  /** The other reading of a text that reads two ways. */
  readonly choose: (direction: 1 | -1) => void;
  /** Takes what is offered into the target. @returns whether there was something to take */
  readonly take: () => boolean;
  /** What was taken into a field in another window, as if it had been here. */
  readonly accept: (place: TakenPlace) => void;
  /** The place that a field's current value was taken from, or null: also when it was changed since. */
  readonly placeOf: (fieldKey: string, value: string) => TakenPlace | null;
  readonly show: (place: DocumentPlace) => void;
  /** The places kept with the record, when they have come. */
  readonly restore: (kept: readonly TakenPlace[]) => void;
  /** Places that are not kept with the record yet. */
  readonly drafted: () => readonly TakenPlace[];
  /** They are kept now. */
  readonly settle: (saved: readonly TakenPlace[]) => void;
};

export type TakingParts = {
  readonly fileId: number;
  readonly timeZone: string;
  /** Whether two stored values of a field are one value, however they are written. */
  readonly isSame: (fieldKey: string, one: string, other: string) => boolean;
  /** Puts the value into the form, and the focus back into the field. */
  readonly onTake: (fieldKey: string, value: string, place: TakenPlace) => void;
  /** Opens the list of a field with a text typed in, which is no name of it. */
  readonly onSeek: (fieldKey: string, text: string) => void;
};

export function createTaking({ fileId, timeZone, isSame, onTake, onSeek }: TakingParts): Taking {
  const target = createObserved<TakingTarget | null>(null);
  const offer = createObserved<TakingOffer | null>(null);
  const places = createObserved<readonly TakenPlace[]>([]);
  const shown = createObserved<DocumentPlace | null>(null);
  /** Ways that were chosen in this document. */
  const ways = new Set<ReadingWay>();
  let selection: DocumentSelection | null = null;
  let kept: readonly TakenPlace[] = [];
  const drafted = () => places.get().filter((place) => !kept.includes(place));

  const weigh = (): TakingOffer | null => {
    if (selection === null) return null;
    const field = target.get();
    if (field === null)
      return { kind: 'refused', selection, whyNot: 'Choose a field first', hasTarget: false };
    if (field.whyNot != null) return { kind: 'refused', selection, whyNot: field.whyNot, hasTarget: true };
    const read = readTakenValue(field, selection.text, timeZone);
    if (read.kind === 'refused') return { ...read, selection, hasTarget: true };
    if (read.kind === 'sought') return { ...read, selection, target: field };
    return { ...read, selection, target: field, readings: preferWays(read.readings, ways), chosen: 0 };
  };
  const offerAnew = () => offer.set(weigh());

  return {
    target,
    offer,
    places,
    shown,
    aim(next) {
      target.set(next);
      offerAnew();
    },
    select(next) {
      // Told again, where it stands elsewhere in the window: the reading that was chosen stays.
      if (next !== null && selection !== null && isSamePlace(next, selection)) return;
      selection = next;
      offerAnew();
    },
    choose(direction) {
      const offered = offer.get();
      if (offered?.kind !== 'read' || offered.readings.length < 2) return;
      const count = offered.readings.length;
      offer.set({ ...offered, chosen: (offered.chosen + direction + count) % count });
    },
    take() {
      const offered = offer.get();
      if (offered === null || offered.kind === 'refused') return false;
      const { key } = offered.target;
      if (offered.kind === 'sought') {
        onSeek(key, offered.text);
        return true;
      }
      const reading = offered.readings[offered.chosen];
      if (reading === undefined) return false;
      if (reading.way !== 'only') remember(ways, reading.way);
      const { page, box } = offered.selection;
      const taken = { fieldKey: key, value: reading.value, fileId, page, box };
      places.set([...places.get(), taken]);
      selection = null;
      offer.set(null);
      onTake(key, reading.value, taken);
      return true;
    },
    accept(place) {
      if (place.fileId !== fileId) return;
      places.set([...places.get(), place]);
      onTake(place.fieldKey, place.value, place);
    },
    placeOf: (fieldKey, value) =>
      places.get().findLast((place) => place.fieldKey === fieldKey && isSame(fieldKey, place.value, value)) ??
      null,
    show: (place) => shown.set({ page: place.page, box: place.box }),
    restore(stored) {
      const own = drafted();
      kept = stored;
      places.set([...kept, ...own]);
    },
    drafted,
    settle(saved) {
      kept = [...kept, ...saved];
    },
  };
}

const isSamePlace = (one: DocumentSelection, other: DocumentSelection): boolean =>
  one.text === other.text && one.page === other.page && one.box.join() === other.box.join();

const opposite: Readonly<Partial<Record<ReadingWay, ReadingWay>>> = {
  point: 'comma',
  comma: 'point',
  'month first': 'day first',
  'day first': 'month first',
};

function remember(ways: Set<ReadingWay>, way: ReadingWay): void {
  const other = opposite[way];
  if (other !== undefined) ways.delete(other);
  ways.add(way);
}
