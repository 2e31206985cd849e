// One record type as a draft that is saved whole: what is changed of it, what is chosen in it, what is wrong with it.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';
import { askImpact } from '../../platform/ask-impact.ts';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { discarding } from '../../ui/discarding.ts';
import { focusIfLost } from '../../ui/focus-if-lost.ts';
import { useScreenKeys, type NamedKeys } from '../../ui/screen-keys/screen-keys.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { updateRecordType, type Design, type RecordTypes } from './api.ts';
import {
  addPart,
  countChanges,
  findRefused,
  listClashes,
  newField,
  newPart,
  readDraft,
  settleClashes,
  toInput,
  type DesignDraft,
  type LineTypePart,
  type Part,
  type Parts,
} from './design-draft.ts';
import { findFault } from './find-fault.ts';
import { saysItsFault, type Fault, type OnNewList } from './inspectors.tsx';
import { takingsOf } from './takings.ts';
import { useChangeDesigns } from './use-designs.ts';

export type Designer = ReturnType<typeof useDesigner>;

const designKeys = {
  title: 'On the page of record types',
  keys: {
    add: { keys: ['Alt+N'], does: 'adds a field, status, code or line field', whileTyping: true },
    save: { keys: ['Ctrl+S'], does: 'saves the changes', whileTyping: true },
  },
} satisfies NamedKeys;

const plainLineField = {
  name: '',
  dataType: 'string',
  required: false,
  enabled: true,
  listId: null,
  formula: null,
  fills: '',
} as const;

/** @param choices what a part may be chosen from: lists, objects, roles, types and sections of the menu */
export function useDesigner(design: Design, choices: RecordTypes, onNewList: OnNewList) {
  const [draft, setDraft] = useState(() => readDraft(design));
  const [seen, setSeen] = useState(design);
  const [fault, setFault] = useState<Fault>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  /** The field that a new condition is to be of; '' for none yet. */
  const [conditioned, setConditioned] = useState('');
  // What others have saved comes in under what is not saved here.
  if (seen !== design && !isSaving) {
    setSeen(design);
    setDraft(readDraft(design, draft));
  }
  const place = usePlace(draft, design);
  const { tab, show, chosen, choose } = place;
  const changes = countChanges(draft);
  const clashes = listClashes(draft);
  const client = useQueryClient();
  const change = useChangeDesigns();
  const confirm = useConfirm();
  const letGo = useUnsavedWork(changes > 0 ? `${design.name} has changes that are not saved.` : null);

  const set = (given: Partial<DesignDraft>) => {
    setDraft({ ...draft, ...given });
    setFault(null);
  };
  /** The kind of lines that is shown; undefined where there is none. */
  const lines = draft.lineTypes.find(({ key }) => key === place.lineType) ?? draft.lineTypes[0];
  const setLines = (one: LineTypePart) =>
    set({ lineTypes: draft.lineTypes.map((other) => (other.key === one.key ? one : other)) });

  function add() {
    if (design.isSuper) return;
    if (tab === 'statuses') {
      const isFirst = draft.statuses.parts.length === 0;
      addTo('statuses', newPart({ name: '', enabled: true, closes: false, isFirst }));
    } else if (tab === 'problemCodes') addTo('problemCodes', newPart({ name: '', enabled: true }));
    else if (tab === 'lineTypes' && lines !== undefined) {
      const part = newPart(plainLineField);
      setLines({ ...lines, fields: addPart(lines.fields, part) });
      choose(part.key);
    } else if (tab === 'fields') addTo('fields', newField('string', ''));
  }
  function addTo<Kind extends 'fields' | 'statuses' | 'problemCodes'>(
    kind: Kind,
    part: DesignDraft[Kind]['parts'][number],
  ) {
    set({ [kind]: addPart(draft[kind] as Parts<unknown>, part as Part<unknown>) });
    choose(part.key);
  }

  function refuse(found: { readonly fault: Fault & object; readonly tab: string }) {
    show(found.tab, found.fault.key);
    setFault(found.fault);
  }

  async function save() {
    if (changes === 0 || clashes.length > 0 || isSaving) return;
    const wrong = findFault(draft, design);
    if (wrong !== null) {
      refuse(wrong);
      return;
    }
    const isSure = await askImpact({
      title: `Save these changes of ${design.name}?`,
      confirmLabel: changes === 1 ? 'Save 1 change' : `Save ${changes} changes`,
      changes: takingsOf(draft, design.id),
    });
    if (!isSure) return;
    setSaving(true);
    setFailure(null);
    try {
      await change(() => updateRecordType(toInput(draft)));
      letGo();
      showSaved();
    } catch (refusal) {
      showRefused(refusal);
    }
    setSaving(false);
  }
  function showSaved() {
    const fresh = client.getQueryData<Design>(['record-types', 'design', design.id]) ?? design;
    const at = draft.fields.parts.findIndex(({ key }) => key === chosen);
    const next = readDraft(fresh);
    flushSync(() => {
      setSeen(fresh);
      setDraft(next);
      if (tab === 'fields') choose(next.fields.parts[at]?.key ?? null);
      else if (chosen?.startsWith('new') === true) choose(null);
    });
    // The bar with its button is gone.
    focusIfLost(document.querySelector<HTMLElement>('[role=tab][aria-selected=true]'));
    snackbars.success('Changes Saved!');
  }
  function showRefused(refusal: unknown) {
    const isRefusal = refusal instanceof RequestFailure;
    const found = isRefusal && refusal.field !== null ? findRefused(draft, refusal.field) : null;
    if (found !== null) refuse({ tab: found.tab, fault: { ...found, sentence: toSentence(refusal) } });
    if (found !== null && isSaidThere(draft, found)) return;
    if (!(isRefusal && refusal.code === 'CONFLICT')) setFailure(refusal);
  }

  async function discard() {
    const isSure = await confirm(discarding);
    if (!isSure) return;
    flushSync(() => {
      setDraft(readDraft(design));
      setFault(null);
      setFailure(null);
      choose(null);
    });
    // The bar of what is not saved is gone, and with it the button that the dialog gave the focus back to.
    focusIfLost(document.querySelector<HTMLElement>('[role=tab][aria-selected=true]'));
  }

  useScreenKeys(designKeys, { add, save: () => void save() });

  return {
    ...place,
    design,
    choices,
    onNewList,
    draft,
    changes,
    clashes,
    fault,
    failure,
    isSaving,
    conditioned,
    lines,
    set,
    setLines,
    setConditioned,
    setFailure,
    add,
    save,
    discard,
    settle: (whose: 'theirs' | 'mine') => setDraft(settleClashes(draft, whose)),
  };
}

/** Of a transition or a condition the whole says what is wrong with any part. */
const isSaidThere = (
  { transitions, conditions }: DesignDraft,
  { key, name }: { readonly key: string; readonly name: string },
): boolean =>
  saysItsFault.has(name) || [...transitions.parts, ...conditions.parts].some((part) => part.key === key);

/** Which part is chosen, on which tab; a link may name one. */
function usePlace(draft: DesignDraft, { isSuper }: Design) {
  const [address, setAddress] = useSearchParams();
  const asked = address.get('part');
  const [followed, setFollowed] = useState(asked);
  const [chosen, choose] = useState(asked);
  const [lineType, setLineType] = useState(() => lineTypeWith(draft, asked));
  // A link to one part of the type may come while the page is open.
  if (followed !== asked) {
    setFollowed(asked);
    if (asked !== null) {
      choose(asked);
      setLineType(lineTypeWith(draft, asked));
    }
  }
  const show = (tab: string, key: string | null = null) => {
    setAddress(
      (before) => {
        before.set('tab', tab);
        before.delete('part');
        return before;
      },
      { replace: true },
    );
    choose(key);
  };
  return {
    tab: address.get('tab') ?? (isSuper ? 'type' : 'fields'),
    show,
    chosen,
    choose,
    lineType,
    setLineType,
  };
}

/** The kind of lines that has the field; null where the part is no field of lines. */
const lineTypeWith = ({ lineTypes }: DesignDraft, part: string | null): string | null =>
  lineTypes.find(({ fields }) => fields.parts.some(({ key }) => key === part))?.key ?? null;
