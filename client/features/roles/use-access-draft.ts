import { useMemo, useState } from 'react';
import { askImpact } from '../../platform/ask-impact.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import {
  conflictsOf,
  decideConflicts,
  settleDraft,
  toUpdate,
  writeCells,
  type AccessDraft,
  type CellWrite,
} from './access-draft.ts';
import type { AccessModel } from './access-model.ts';
import { updateAccess } from './api.ts';
import { takingsOf } from './takings.ts';
import { useChangeRoles } from './use-roles.ts';

const nothing: AccessDraft = new Map();

type Steps = {
  readonly draft: AccessDraft;
  readonly past: readonly AccessDraft[];
  readonly future: readonly AccessDraft[];
};
const noSteps: Steps = { draft: nothing, past: [], future: [] };

export type AccessEditing = ReturnType<typeof useAccessDraft>;

/** One draft over all tabs, with its steps back and one save. */
export function useAccessDraft(model: AccessModel) {
  const change = useChangeRoles();
  const [steps, setSteps] = useState(noSteps);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // What others saved is taken out as it comes in.
  const draft = useMemo(() => settleDraft(steps.draft, model), [steps.draft, model]);
  const conflicts = useMemo(() => conflictsOf(draft, model), [draft, model]);
  const letGo = useUnsavedWork(
    draft.size > 0 ? 'The changes of what roles may see and do are not saved.' : null,
  );

  const take = (next: AccessDraft) => {
    setFailure(null);
    setSteps(({ past }) => ({ draft: next, past: [...past, draft], future: [] }));
  };
  return {
    draft,
    conflicts,
    saving,
    failure,
    write: (writes: readonly CellWrite[]) => take(writeCells(draft, writes, model)),
    discard: () => take(nothing),
    decide: (whose: 'mine' | 'theirs') => take(decideConflicts(draft, model, whose)),
    undo: () =>
      setSteps(({ draft: now, past, future }) =>
        past.length === 0
          ? { draft: now, past, future }
          : { draft: past.at(-1)!, past: past.slice(0, -1), future: [now, ...future] },
      ),
    redo: () =>
      setSteps(({ draft: now, past, future }) =>
        future.length === 0
          ? { draft: now, past, future }
          : { draft: future[0]!, past: [...past, now], future: future.slice(1) },
      ),
    async save() {
      if (draft.size === 0 || saving || conflicts.length > 0) return;
      const isSure = await askImpact({
        title: 'Save these changes of access?',
        confirmLabel: draft.size === 1 ? 'Save 1 change' : `Save ${draft.size} changes`,
        changes: takingsOf(draft),
      });
      if (!isSure) return;
      setSaving(true);
      setFailure(null);
      try {
        await change(() => updateAccess(toUpdate(draft)));
        letGo();
        setSteps(noSteps);
        snackbars.success('Changes Saved!');
      } catch (refusal) {
        setFailure(refusal);
      } finally {
        setSaving(false);
      }
    },
  };
}
