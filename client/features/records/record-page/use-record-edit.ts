// The edit of a record as its page has it: what it shows of it, its keys, and what others do meanwhile.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { watchRecordType } from '../../../platform/socket.ts';
import { openKeySheet, useScreenKeys } from '../../../ui/screen-keys/screen-keys.ts';
import { useObserved } from '../../../platform/observed.ts';
import { useUnsavedWork } from '../../../ui/use-unsaved-work.ts';
import { useFilling } from '../../../values/choices/use-filling.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import { findLastChanges, subjectOf } from '../last-changes.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import type { RecordEdit } from './record-edit.ts';
import { dividerKeys, recordKeys } from './record-keys.ts';
import { useFieldRules } from '../use-field-rules.ts';
import { recordQuery } from './use-record.ts';

type Scene = {
  readonly fields: ReadonlyMap<string, RecordField>;
  readonly options: FieldOptions;
  readonly record: RecordRow;
  readonly mayEdit: boolean;
};

export function useRecordEdit(edit: RecordEdit, recordTypeId: number, scene: Scene) {
  const { fields, options, record, mayEdit } = scene;
  const { session } = edit;
  const rules = useFieldRules(recordTypeId);
  useLayoutEffect(() => edit.take({ fields, options, record }));
  useLayoutEffect(() => session.setRules(rules), [session, rules]);
  useEffect(() => edit.drafts.watch(), [edit]);
  const rows = useSyncExternalStore(session.subscribe, session.getRows);
  const all = useMemo(() => [...fields.values()], [fields]);
  useFilling(session, all, options, rows.size > 0);
  const isEditing = useObserved(edit.isEditing) && rows.has(record.id) && mayEdit;
  const isSaving = useObserved(edit.saving.progress) !== null;
  const hasDraft = useObserved(edit.drafts.offered).has(record.id);
  const changed = [...rows.values()].filter(({ values }) => values.size > 0);
  useUnsavedWork(
    changed.length === 0
      ? null
      : `${changed.length === 1 ? 'One record has' : `${changed.length} records have`} changes that are not saved. They are kept here and offered again.`,
  );
  const note = useNews(edit, recordTypeId, record);
  useScreenKeys(
    recordKeys,
    {
      region: (key) => goToRegion(key === 'F6' ? 1 : -1),
      tab: (key) => {
        const tabs = document.querySelectorAll<HTMLElement>('main [role=tab]');
        tabs[Number(key.slice(-1)) - 1]?.click();
      },
      edit: (_, event) => (mayEdit && !isEditing && !isOnControl(event) ? edit.begin() : 'pass'),
      save: () => (isEditing ? edit.save() : 'pass'),
      leave: (_, event) => (isEditing ? leave(edit, event) : 'pass'),
      undo: () => (isEditing ? 'pass' : void edit.lastDeed.undo()),
      sheet: openKeySheet,
    },
    loadMore,
  );
  return {
    isEditing,
    isSaving,
    hasDraft,
    /** Of the shown record. */
    changes: rows.get(record.id)?.values.size ?? 0,
    /** Others with changes of their own. */
    others: changed.flatMap(({ id, source }) =>
      id === record.id ? [] : [{ id, name: String(source.recordNumber ?? `ID ${id}`) }],
    ),
    note,
  };
}

const isOnControl = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' &&
  target instanceof Element &&
  target.closest('a, button, input, select, textarea, [role=grid], [tabindex="0"]') !== null;

const loadMore = () => Promise.resolve([dividerKeys]);

/** Header, form, divider, pane, as far as they are there. */
function goToRegion(step: 1 | -1) {
  const regions = ['main h1', 'main [data-region]', 'main [data-divider]', 'main [role=tabpanel]'].flatMap(
    (selector) => document.querySelector<HTMLElement>(selector) ?? [],
  );
  const here = document.activeElement;
  const header = document.querySelector('main header');
  const at = regions.findLastIndex(
    (region, index) => region.contains(here) || (index === 0 && header?.contains(here) === true),
  );
  const next = regions[(at + step + regions.length) % regions.length];
  next?.focus();
}

/** First out of the field, then out of the edit. */
function leave(edit: RecordEdit, { target }: KeyboardEvent) {
  const isInField =
    target instanceof HTMLElement && target.matches('input, textarea') && target.closest('form') !== null;
  if (!isInField) {
    edit.leave();
    return;
  }
  const section = target.closest<HTMLElement>('section');
  target.blur();
  section?.focus({ preventScroll: true });
}

/** What others change comes in as it does in a grid: read again where it stands, and told. */
function useNews(edit: RecordEdit, recordTypeId: number, record: RecordRow): string | null {
  const queryClient = useQueryClient();
  const [told, setTold] = useState<{ readonly of: number; readonly words: string } | null>(null);
  const { id, version } = record;
  useEffect(() => {
    let timer: number | undefined;
    // One's own answer comes before the word of it; from another tab it is news as well.
    const stop = watchRecordType(recordTypeId, ({ whole, changes }, isOlder) => {
      if (!whole && !isOlder && !changes.some((change) => change.id === id)) return;
      window.clearTimeout(timer);
      const { queryKey } = recordQuery(recordTypeId, id);
      timer = window.setTimeout(() => void queryClient.invalidateQueries({ queryKey }), gatherMs);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [recordTypeId, id, queryClient]);
  useEffect(() => {
    const names = edit.meet(record);
    if (names.length === 0) return undefined;
    let isWanted = true;
    const tell = async () => {
      const who = subjectOf((await findLastChanges(recordTypeId, [id])).get(id));
      if (isWanted) setTold({ of: id, words: `${who} changed ${names.join(', ')}` });
    };
    void tell();
    return () => {
      isWanted = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each version that comes
  }, [edit, recordTypeId, id, version]);
  return told?.of === id ? told.words : null;
}

const gatherMs = 300;
