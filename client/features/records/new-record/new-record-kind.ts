// A new record as an edit session has it: one thing that is not stored yet, over its defaults.
import {
  newRecordDefaults,
  whyNotInNewRecord,
  type NewRecordValues,
} from '@rowhouse/domain/records/new-record.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { createEditSession, type EditSession } from '../../../edit-session/edit-session.ts';
import type { EditKind, Values } from '../../../edit-session/edited.ts';
import { readDraft, writeDraft } from '../../../platform/storage/drafts.ts';
import type { RecordField } from '../record-field.ts';

/** It begins with the defaults of its fields, and nothing else is known of it. */
type Unstored = Readonly<Record<never, never>>;
export type NewRecordSession = EditSession<Unstored, string, RecordField>;

/** A session of a new record edits this one thing. */
export const newRecordId = 'new record';

type Judging = {
  readonly today: string;
  /** Against an object as it is typed. */
  readonly whyNotObject: (key: string, typed: string) => string | null;
};

const newRecordKind = ({ today, whyNotObject }: Judging): EditKind<Unstored, string, RecordField> => ({
  read: (_, fields) => ({
    id: newRecordId,
    version: 0,
    values: new Map(Object.entries(newRecordDefaults([...fields.values()], today))),
    isNew: true,
  }),
  asks: 'all',
  tells: 'left',
  whyNot: (field, text) =>
    whyNotInNewRecord(field, text, today) ??
    (field.dataType === 'object' ? whyNotObject(field.key, text) : null),
});

type Draft = { readonly values: NewRecordValues; readonly idempotencyKey: string };

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { values, idempotencyKey } = value as Record<string, unknown>;
  return (
    typeof idempotencyKey === 'string' &&
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((text) => typeof text === 'string')
  );
}

type Opening = Judging & {
  readonly draftName: string;
  /** Of another record that this one is a copy of. */
  readonly copied: Values | undefined;
  readonly filled: readonly RecordField[];
};

/** Over its defaults what is copied, and over that what was typed before. What is typed from here on is kept in the tab. */
export function openNewRecord({ draftName, copied, filled, ...judging }: Opening): NewRecordSession {
  const { today } = judging;
  const draft = readDraft(draftName, isDraft);
  let kept: Values | null = null;
  const session: NewRecordSession = createEditSession(newRecordKind(judging), {
    keep(changed) {
      const change = changed.get(newRecordId);
      if (!change || change.values === kept) return;
      // What it opens with is no draft.
      if (kept !== null)
        writeDraft(draftName, {
          values: Object.fromEntries(change.values),
          idempotencyKey: change.idempotencyKey,
        });
      kept = change.values;
    },
  });
  session.setFields(filled);
  const values = new Map([
    ...(copied ? copyOf(filled, copied, today) : []),
    ...Object.entries(draft?.values ?? {}),
  ]);
  const change = {
    version: 0,
    original: new Map(Object.entries(newRecordDefaults(filled, today))),
    values,
    ...(draft && { idempotencyKey: draft.idempotencyKey }),
  };
  session.begin([{}], new Map([[newRecordId, change]]));
  return session;
}

/** A number, files and objects belong to one record alone; the record date must be before today. */
function copyOf(fields: readonly RecordField[], values: Values, today: string): Values {
  const copied = new Map<string, string>();
  for (const field of fields) {
    const value = values.get(field.key);
    if (value === undefined || field.key === 'recordNumber' || valueOf(field.dataType).family === 'opaque')
      continue;
    if (field.key === 'recordDate' && (value === '' || value >= today)) continue;
    copied.set(field.key, value);
  }
  return copied;
}
