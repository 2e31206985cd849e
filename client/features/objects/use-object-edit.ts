// The edit of one object: begun, saved or discarded. Somebody else's changes of other properties stand beside one's own;
// where both changed the same, a person decides.
import type { ObjectProperty } from '@rowhouse/domain/objects/object-property.ts';
import { showProperty } from '@rowhouse/domain/objects/display.ts';
import type { PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import { useCallback, useEffect, useState } from 'react';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import {
  beginDraft,
  changesOf,
  faultsOf,
  mergeDraft,
  rebaseDraft,
  typeInto,
  type ObjectDraft,
} from './object-draft.ts';
import type { Choices, Contest, ObjectPanelProps } from './object-panel-props.ts';

type EditSetting = Pick<
  ObjectPanelProps,
  'title' | 'recordLabel' | 'version' | 'values' | 'reading' | 'save' | 'onUnsaved'
> & { properties: readonly ObjectProperty[] };

export type ObjectEdit = {
  /** Null while it is only read. */
  readonly draft: ObjectDraft | null;
  readonly isSaving: boolean;
  /** Whether every fault is told, or only those of what was touched. */
  readonly tellsAll: boolean;
  readonly contest: Contest | null;
  begin: () => void;
  type: (property: ObjectProperty, value: string) => void;
  save: () => Promise<void>;
  discard: () => Promise<void>;
  /** Asks where something would be lost. */
  mayLeave: () => Promise<boolean>;
};

/** How often an object is merged anew while others keep changing it. */
const mostMerges = 5;

export function useObjectEdit(setting: EditSetting): ObjectEdit {
  const { title, recordLabel, properties, onUnsaved } = setting;
  const confirm = useConfirm();
  const [draft, setDraft] = useState<ObjectDraft | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [tellsAll, setTellsAll] = useState(false);
  const [contest, setContest] = useState<Contest | null>(null);
  const changed = draft === null ? 0 : changesOf(draft, properties).size;
  const letGo = useUnsavedWork(changed > 0 ? `${title} of ${recordLabel} is not saved.` : null);

  const mayLeave = useCallback(async () => {
    if (changed === 0) return true;
    return confirm({
      title: 'Are you sure you want to discard your changes?',
      body: `${title} of ${recordLabel} is not saved.`,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      tone: 'danger',
    });
  }, [changed, confirm, title, recordLabel]);
  useEffect(() => {
    onUnsaved(changed > 0 ? mayLeave : null);
    return () => onUnsaved(null);
  }, [onUnsaved, changed, mayLeave]);

  function leave() {
    letGo();
    setDraft(null);
    setTellsAll(false);
  }

  const read = (key: string, value: string) => {
    const property = properties.find(({ id }) => String(id) === key);
    return (property && showProperty(property, value, setting.reading)) || value;
  };

  async function decide(
    from: ObjectDraft,
    theirs: PropertyValues,
  ): Promise<ReadonlyMap<string, string> | null> {
    const { kept, taken, overlapping } = mergeDraft(from, theirs, properties);
    if (overlapping.length === 0) return kept;
    const nameOf = (key: string) => properties.find(({ id }) => String(id) === key)?.name ?? key;
    const choices = await new Promise<Choices | null>((answer) =>
      setContest({
        title: `${title} of ${recordLabel} was changed by somebody else`,
        fields: overlapping.map(({ key, ...values }) => ({
          key,
          name: nameOf(key),
          original: read(key, values.original),
          theirs: read(key, values.theirs),
          mine: read(key, values.mine),
        })),
        taken: taken.map(nameOf),
        kept: [...kept.keys()].map(nameOf),
        onAnswer: answer,
      }),
    );
    setContest(null);
    if (choices === null) return null;
    const mine = overlapping.filter(({ key }) => choices.get(key) === 'mine');
    return new Map([...kept, ...mine.map(({ key, mine: value }) => [key, value] as const)]);
  }

  /** The draft that is still open, or null when all of it is saved. */
  async function send(begun: ObjectDraft): Promise<ObjectDraft | null> {
    let from = begun;
    for (let merges = 0; merges < mostMerges; merges += 1) {
      const changes = changesOf(from, properties);
      if (changes.size === 0) return null;
      const outcome = await setting.save({ version: from.version, before: from.original, changes });
      if (outcome.kind === 'saved') return null;
      const mine = await decide(from, outcome.values);
      if (mine === null) return from;
      from = rebaseDraft(outcome.version, outcome.values, mine);
      setDraft(from);
    }
    return from;
  }

  async function save() {
    if (draft === null || isSaving) return;
    if (changed === 0) {
      leave();
      return;
    }
    setTellsAll(true);
    const faults = faultsOf(draft, properties);
    if (faults.size > 0) {
      snackbars.warning(
        faults.size === 1
          ? 'One property has to be put right first.'
          : `${faults.size} properties have to be put right first.`,
      );
      return;
    }
    if (!(await confirm({ title: 'Do you want to save this changes?', confirmLabel: 'Save' }))) return;
    setIsSaving(true);
    try {
      const open = await send(draft);
      if (open === null) leave();
    } catch (refusal) {
      const propertyId = refusal instanceof RequestFailure ? refusal.details['propertyId'] : undefined;
      const sentence = toSentence(refusal);
      if (typeof propertyId === 'number')
        setDraft((now) => now && { ...now, refusals: new Map([...now.refusals, [propertyId, sentence]]) });
      snackbars.error(`Save changes failed: ${sentence}`);
    } finally {
      setIsSaving(false);
    }
  }

  return {
    draft,
    isSaving,
    tellsAll,
    contest,
    begin: () => setDraft(beginDraft(setting.version, setting.values)),
    type: (property, value) => setDraft((now) => now && typeInto(now, property, value)),
    save,
    async discard() {
      if (await mayLeave()) leave();
    },
    mayLeave,
  };
}
