// The edit of one object: begun, saved or discarded. Somebody else's changes of other properties stand beside one's own;
// where both changed the same, a person decides.
import { showProperty } from '@rowhouse/domain/objects/display.ts';
import type { ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createConflicts } from '../../edit-session/conflicts.ts';
import { createEditSession } from '../../edit-session/edit-session.ts';
import { saveThings, withoutAnswer, type Outcome } from '../../edit-session/save-things.ts';
import { settleConflicts } from '../../edit-session/settle-conflicts.ts';
import { isConnectionLost, RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { discarding } from '../../ui/discarding.ts';
import { useObserved } from '../../platform/observed.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import {
  objectKind,
  propertyFields,
  theObject,
  toPropertyValues,
  type ObjectSession,
  type StoredObject,
} from './object-kind.ts';
import type { ObjectPanelProps } from './object-panel-props.ts';

type EditSetting = Pick<
  ObjectPanelProps,
  'title' | 'recordLabel' | 'version' | 'values' | 'reading' | 'save' | 'onUnsaved'
> & { properties: readonly ObjectProperty[] };

export function useObjectEdit(setting: EditSetting) {
  const { title, recordLabel, properties, version, values, reading, onUnsaved } = setting;
  const confirm = useConfirm();
  const [{ session, conflicts }] = useState(() => {
    const ofOne: ObjectSession = createEditSession(objectKind, {});
    return { session: ofOne, conflicts: createConflicts() };
  });
  const { rows, changes } = useObserved({ subscribe: session.subscribe, get: session.getSummary });
  const [isSaving, setIsSaving] = useState(false);
  const fields = useMemo(() => propertyFields(properties), [properties]);
  useEffect(() => session.setFields(fields), [session, fields]);
  const letGo = useUnsavedWork(changes > 0 ? `${title} of ${recordLabel} is not saved.` : null);

  /** Asks where something would be lost. */
  const mayLeave = useCallback(async () => {
    if (session.getSummary().changes === 0) return true;
    return confirm({
      ...discarding,
      body: `${title} of ${recordLabel} is not saved.`,
      cancelLabel: 'Keep editing',
    });
  }, [session, confirm, title, recordLabel]);
  const isChanged = changes > 0;
  useEffect(() => {
    onUnsaved(isChanged ? mayLeave : null);
    return () => onUnsaved(null);
  }, [onUnsaved, isChanged, mayLeave]);

  function leave() {
    letGo();
    session.leave([theObject]);
  }

  async function send(): Promise<Outcome<StoredObject>> {
    const row = session.getRows().get(theObject)!;
    const changed = toPropertyValues(row.values);
    try {
      const before = row.source.values;
      const { version: from, idempotencyKey } = row;
      const outcome = await setting.save({ version: from, before, changes: changed, idempotencyKey });
      if (outcome.kind === 'saved') return { kind: 'saved', source: row.source };
      const { version: now, values: theirs } = outcome;
      return { kind: 'stale', source: { version: now, values: theirs }, sentence: '' };
    } catch (refusal) {
      if (isConnectionLost(refusal)) return withoutAnswer;
      const id = refusal instanceof RequestFailure ? refusal.details['propertyId'] : undefined;
      const key = typeof id === 'number' ? String(id) : null;
      return { kind: 'refused', sentence: toSentence(refusal), key, endsAll: false };
    }
  }

  const propertyOf = (key: string) => properties.find(({ id }) => String(id) === key);
  const ofProperties = {
    nameOf: (key: string) => propertyOf(key)?.name ?? key,
    read(key: string, value: string) {
      const property = propertyOf(key);
      return (property && showProperty(property, value, reading)) || value;
    },
  };

  async function save() {
    if (rows === 0 || isSaving) return;
    if (changes === 0) {
      leave();
      return;
    }
    session.tellAll(theObject);
    const { faults } = session.getSummary();
    if (faults > 0) {
      snackbars.warning(
        faults === 1
          ? 'One property has to be put right first.'
          : `${faults} properties have to be put right first.`,
      );
      return;
    }
    if (!(await confirm({ title: 'Do you want to save this changes?', confirmLabel: 'Save' }))) return;
    setIsSaving(true);
    const saving = { session, send: async () => [await send()] };
    const report = await settleConflicts(await saveThings([theObject], saving), {
      session,
      ask: async (conflict) => {
        const question = { title: `${title} of ${recordLabel} was changed by somebody else` };
        return conflicts.ask(conflict, question, ofProperties);
      },
      save: (ids) => saveThings(ids, saving),
    });
    setIsSaving(false);
    const [failure] = report.failures;
    if (failure) snackbars.error(`Save changes failed: ${failure.sentence}`);
    if (report.saved.length > 0) letGo();
  }

  return {
    session,
    conflicts,
    fields,
    isEditing: rows > 0,
    isSaving,
    begin() {
      session.begin([{ version, values }]);
    },
    save,
    async discard() {
      if (await mayLeave()) leave();
    },
    mayLeave,
  };
}
