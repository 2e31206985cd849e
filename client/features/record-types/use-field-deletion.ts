import { whatFieldDeletionDoes } from '@rowhouse/domain/fields/deletion.ts';
import { askImpact, type ProposedChange } from '../../platform/ask-impact.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { deleteField } from './api.ts';
import type { Part } from './design-draft.ts';
import type { Designer } from './use-designer.ts';
import { useChangeDesigns } from './use-designs.ts';

type Thing = (id: number) => Omit<ProposedChange, 'takes'>;

/** What deletes a field, once it is asked; undefined while it is in use, or has a change that is not saved. */
export function useFieldDeletion({ choose, setFailure }: Designer) {
  const change = useChangeDesigns();
  async function remove(field: Parameters<typeof deleteField>[0], name: string, taken: ProposedChange) {
    const isSure = await askImpact({
      title: `Delete ${name}?`,
      confirmLabel: `Delete ${name}`,
      changes: [taken],
      says: whatFieldDeletionDoes,
    });
    if (!isSure) return;
    setFailure(null);
    try {
      await change(() => deleteField(field));
      choose(null);
      snackbars.success(`${name} is deleted`);
    } catch (refusal) {
      setFailure(refusal);
    }
  }
  return <Values extends { readonly name: string; readonly enabled: boolean }>(
    { id, version, base, values }: Part<Values>,
    thing: Thing,
    ofLines: boolean,
  ): (() => void) | undefined =>
    id === null || version === null || base.enabled || values.enabled
      ? undefined
      : () => void remove({ id, version, ofLines }, base.name, { ...thing(id), takes: 'DELETE' });
}
