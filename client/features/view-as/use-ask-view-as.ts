import { loadAnew } from '../../platform/load-anew.ts';
import { abandonUnsavedWork } from '../../platform/unsaved-work.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { startViewAs } from './api.ts';

type Viewed = { readonly id: number; readonly name: string };

/** Asks, and loads the company anew as they see it. Nothing in memory is of two viewers. */
export function useAskViewAs(home: string) {
  const confirm = useConfirm();
  const ask = async (kind: 'ROLE' | 'PERSON', { id, name }: Viewed) => {
    const isRole = kind === 'ROLE';
    const sure = await confirm({
      title: `View the company as ${name}?`,
      body: isRole
        ? 'You see what somebody with this role and no records of their own sees, and can change nothing until you stop. The audit log notes it.'
        : 'You see what they see, and can change nothing until you stop. They are told, and the audit log notes it. Their notifications and their profile stay theirs.',
      confirmLabel: 'View',
      loadingLabel: 'Opening…',
      onConfirm: () => startViewAs({ kind, id }),
    });
    if (!sure) return;
    abandonUnsavedWork();
    loadAnew(home);
  };
  return {
    viewAsRole: (role: Viewed) => void ask('ROLE', role),
    viewAsPerson: (person: Viewed) => void ask('PERSON', person),
  };
}
