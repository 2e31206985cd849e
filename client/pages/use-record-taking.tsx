// Values taken from the document of a record into its form: the form says which field has the focus, the viewer what is
// selected, and the places go with the record when it is saved.
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { fetchPlaces, keepPlaces } from '../features/documents/api.ts';
import type { PlaceMark } from '../features/documents/document-place.ts';
import { PlaceButton } from '../features/documents/place-button.tsx';
import { createTaking, type TakenPlace, type Taking } from '../features/documents/taking.ts';
import type { RecordField } from '../features/records/record-field.ts';
import type { RecordEdit } from '../features/records/record-page/record-edit.ts';
import type { RecordTaking } from '../features/records/record-page/record-taking.ts';
import type { RecordRow } from '../features/records/record-row.ts';
import { storedValue } from '../features/records/row-edit/row-values.ts';
import { whyReadOnly } from '../features/records/row-edit/why-read-only.ts';
import { viewerZone } from '../platform/clock.ts';
import { createObserved, useObserved } from '../platform/observed.ts';
import { snackbars } from '../ui/snackbars.tsx';
import { namesOf, textOfStored } from '../values/shown-text.ts';
import { noOptions, type FieldOptions } from '../values/value-field.ts';

export type TakingFromDocument = {
  /** For the viewer. */
  readonly taking: Taking;
  readonly marks: readonly PlaceMark[];
  /** For the form. */
  readonly form: RecordTaking;
};

type Scene = {
  fields: ReadonlyMap<string, RecordField>;
  options: FieldOptions;
  record: RecordRow | null;
  edit: RecordEdit | null;
};

const noPlaces = createObserved<readonly TakenPlace[]>([]);
const noTarget = createObserved<null>(null);

/** Null while the record has no document, or its fields are not known. */
export function useRecordTaking(
  recordTypeId: number,
  record: RecordRow | null,
  fields: readonly RecordField[] | undefined,
  options: FieldOptions,
): TakingFromDocument | null {
  const fileId = record?.recordFile?.id ?? null;
  const recordId = record?.id ?? null;
  const [scene] = useState<Scene>(() => ({ fields: new Map(), options, record, edit: null }));
  const byKey = useMemo(() => new Map((fields ?? []).map((field) => [field.key, field])), [fields]);
  useEffect(() => {
    Object.assign(scene, { fields: byKey, options, record });
  });
  const taking = useMemo(
    () => (fileId === null || recordId === null ? null : openTaking(scene, fileId, recordId)),
    [scene, fileId, recordId],
  );
  const kept = useQuery({
    queryKey: ['record-evidence', recordTypeId, recordId],
    queryFn: () => fetchPlaces({ recordId: recordId ?? 0, recordTypeId }),
    enabled: taking !== null,
  });
  useEffect(() => {
    if (kept.data) taking?.restore(kept.data);
  }, [taking, kept.data]);
  const places = useObserved(taking?.places ?? noPlaces);
  useKeptPlaces(taking, recordTypeId, record, scene);
  const aimed = useObserved(taking?.target ?? noTarget)?.key ?? null;
  const form = useMemo(() => taking && formOf(taking, scene), [taking, scene]);
  return useMemo(() => {
    if (taking === null || form === null || record === null) return null;
    const valueIn = (field: RecordField) =>
      scene.edit?.session.getRows().get(record.id)?.values.get(field.key) ?? storedValue(field, record);
    return {
      taking,
      // `places` says when to look again.
      marks: places.length === 0 ? [] : marksOf(taking, byKey.values(), valueIn),
      form: { ...form, aimed },
    };
  }, [taking, form, record, places, aimed, byKey, scene]);
}

function openTaking(scene: Scene, fileId: number, recordId: number): Taking {
  const put = (key: string, value: string) => {
    scene.edit?.session.write([{ row: recordId, column: key, value }]);
    scene.edit?.goTo(key);
  };
  return createTaking({
    fileId,
    timeZone: viewerZone(),
    isSame(key, one, other) {
      const field = scene.fields.get(key);
      return field === undefined ? one === other : valueOf(field.dataType).isSame(one, other);
    },
    onTake: put,
    onSeek(key, text) {
      scene.edit?.goTo(key);
      snackbars.info(`No choice of ${scene.fields.get(key)?.name ?? 'the field'} is named “${text}”.`);
    },
  });
}

/** What the record holds as it was taken, because it was saved or stood there before, keeps its place. */
function useKeptPlaces(
  taking: Taking | null,
  recordTypeId: number,
  record: RecordRow | null,
  scene: Scene,
): void {
  const all = useObserved(taking?.places ?? noPlaces);
  useEffect(() => {
    if (taking === null || record === null) return;
    const places = taking.drafted().filter(({ fieldKey, value }) => {
      const field = scene.fields.get(fieldKey);
      return field !== undefined && valueOf(field.dataType).isSame(storedValue(field, record), value);
    });
    if (places.length === 0) return;
    keepPlaces({ recordId: record.id, recordTypeId }, places).then(
      () => taking.settle(places),
      // The values are saved. Their places are sent again with the next change of the record.
      () => undefined,
    );
  }, [taking, all, recordTypeId, record, scene]);
}

const marksOf = (
  taking: Taking,
  fields: Iterable<RecordField>,
  valueIn: (field: RecordField) => string,
): PlaceMark[] =>
  [...fields].flatMap((field) => {
    const place = taking.placeOf(field.key, valueIn(field));
    return place === null ? [] : [{ page: place.page, box: place.box, key: field.key, name: field.name }];
  });

const formOf = (taking: Taking, scene: Scene): Omit<RecordTaking, 'aimed'> => ({
  aim(key) {
    if (taking.target.get()?.key === (key ?? undefined)) return;
    const field = key === null ? null : scene.fields.get(key);
    if (key === null || field == null) {
      taking.aim(null);
      return;
    }
    const options = scene.options.get(key) ?? noOptions;
    const names = namesOf(options);
    taking.aim({
      key,
      name: field.name,
      dataType: field.dataType,
      choices: options.map(({ id, name, enabled }) => ({ id: Number(id), name, disabled: !enabled })),
      whyNot: whyReadOnly(field),
      show: (value) => textOfStored(field, value, names, viewerZone()),
    });
  },
  join(edit) {
    scene.edit = edit;
    return () => {
      scene.edit = null;
      taking.aim(null);
    };
  },
  renderPlace(field, value, onShow) {
    const place = taking.placeOf(field.key, value);
    if (place === null) return null;
    return (
      <PlaceButton
        page={place.page}
        fieldName={field.name}
        onShow={() => {
          onShow();
          taking.show(place);
        }}
      />
    );
  },
  showPlace(key, value) {
    const place = taking.placeOf(key, value);
    if (place !== null) taking.show(place);
    return place !== null;
  },
});
