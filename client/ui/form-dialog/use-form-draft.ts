import { useState } from 'react';
import { RequestFailure } from '../../platform/request-failure.ts';
import { useUnsavedWork } from '../use-unsaved-work.ts';

/** A sentence by field. */
export type Faults = Readonly<Record<string, string>>;

type FormSetting<Draft, Saved> = {
  /** What the form opens with; read once. */
  readonly opened: Draft | (() => Draft);
  /** What was typed already, of a form that is drawn anew; read once. */
  readonly typed?: ((opened: Draft) => Partial<Draft>) | undefined;
  /** Said to those who leave the page before it is saved. */
  readonly unsaved: string;
  /** What is wrong with the draft before it is sent. */
  readonly judge?: (draft: Draft) => Faults;
  readonly send: (draft: Draft) => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void;
};

export type FormDraft<Draft> = {
  readonly draft: Draft;
  /** The draft as the form opened with it. */
  readonly opened: Draft;
  /** Takes what was typed, and the faults of these fields away. */
  readonly set: (given: Partial<Draft>) => void;
  readonly faultOf: (field: string) => string | null;
  /** Why it was not saved, if no field is at fault; null otherwise. */
  readonly failure: unknown;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly save: () => Promise<void>;
};

/**
 * The draft of a form that is saved as a whole. A refusal that names a field of the form becomes the fault of that field,
 * any other one is the `failure` of the form: also of a field whose fault is shown nowhere. What was typed stays in both cases.
 */
export function useFormDraft<Draft extends object, Saved>(
  setting: FormSetting<Draft, Saved>,
): FormDraft<Draft> {
  const [opened] = useState<Draft>(setting.opened);
  const [draft, setDraft] = useState(setting.typed ? { ...opened, ...setting.typed(opened) } : opened);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  const isDirty = draft !== opened && JSON.stringify(draft) !== JSON.stringify(opened);
  const letGo = useUnsavedWork(isDirty ? setting.unsaved : null);
  // The fields that the form has a place for: it asks for their faults whenever it is drawn.
  const [placed] = useState(() => new Set<string>());

  async function save() {
    if (isSaving) return;
    const found = setting.judge?.(draft) ?? {};
    setFaults(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    try {
      const saved = await setting.send(draft);
      letGo();
      setting.onSaved(saved);
    } catch (refusal) {
      setSaving(false);
      const field = refusal instanceof RequestFailure ? refusal.field : null;
      if (field !== null && placed.has(field)) setFaults({ [field]: (refusal as RequestFailure).message });
      else setFailure(refusal);
    }
  }

  return {
    draft,
    opened,
    set(given) {
      setDraft({ ...draft, ...given });
      setFaults(Object.fromEntries(Object.entries(faults).filter(([field]) => !(partOf(field) in given))));
    },
    faultOf(field) {
      placed.add(field);
      return faults[field] ?? null;
    },
    failure,
    isDirty,
    isSaving,
    save,
  };
}

/** The property of the draft in which a field stands: 'price' of 'price.most'. */
const partOf = (field: string): string => field.split('.')[0] ?? field;
