import Button from '@mui/material/Button';
import { toAlias, whyNotAlias, type AliasedRole } from '@rowhouse/domain/role-aliases/rules.ts';
import { useRef, useState, type FormEvent } from 'react';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { Chip } from '../../ui/chip.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import styles from './alias-form.module.css';
import type { RoleAlias } from './api.ts';
import { useChangeAliases } from './use-role-aliases.ts';

const unsaved = 'What you call the roles is not saved, and would be lost.';

/** Every role with what the company calls it, saved in one go. */
export function AliasForm({ roles: opened }: { roles: readonly RoleAlias[] }) {
  const [roles, setRoles] = useState(opened);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = useChangeAliases();

  const wanted = roles.map((role): AliasedRole & Pick<RoleAlias, 'version'> => {
    const text = typed.get(role.roleId);
    const alias = text === undefined ? role.alias : toAlias(text, role.name);
    return { id: role.roleId, name: role.name, alias, version: role.version };
  });
  const changed = wanted.filter(({ id, alias }) => roles.find((role) => role.roleId === id)?.alias !== alias);
  useUnsavedWork(changed.length > 0 ? unsaved : null);

  function set(id: number, alias: string) {
    setTyped((before) => new Map(before).set(id, alias));
    setRefused(new Map());
  }

  function discard() {
    setTyped(new Map());
    setRefused(new Map());
    setFault(null);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (saving || changed.length === 0) return;
    const faults = new Map(
      changed.flatMap((role) => {
        const whyNot = whyNotAlias(role, wanted);
        return whyNot === null ? [] : [[role.id, whyNot] as const];
      }),
    );
    if (faults.size > 0) return showFaults(faults);
    setSaving(true);
    try {
      setRoles(
        await change(changed.map(({ id, alias, version }) => ({ roleId: id, alias: alias ?? '', version }))),
      );
      discard();
      snackbars.success('Changes Saved!');
    } catch (failure) {
      take(failure);
    } finally {
      setSaving(false);
    }
  }

  /** What was typed stays; where another administrator was quicker, it stands beside what they made of the roles. */
  function take(failure: unknown) {
    if (failure instanceof RequestFailure && failure.code === 'CONFLICT') {
      const current = (failure.details['current'] ?? []) as readonly RoleAlias[];
      const byId = new Map(current.map((role) => [role.roleId, role]));
      setRoles((before) => before.map((role) => byId.get(role.roleId) ?? role));
      setFault(`${toSentence(failure)} What you typed is kept: look at it, and save again.`);
      return;
    }
    const roleId = failure instanceof RequestFailure ? failure.details['roleId'] : undefined;
    if (typeof roleId === 'number') showFaults(new Map([[roleId, toSentence(failure)]]));
    else setFault(toSentence(failure));
  }

  function showFaults(faults: ReadonlyMap<number, string>) {
    setRefused(faults);
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      {fault !== null && (
        <Notice tone="warning" onDismiss={() => setFault(null)}>
          {fault}
        </Notice>
      )}
      <StackedTable
        label="Role aliases"
        rows={roles}
        rowKey={({ roleId }) => roleId}
        columns={[
          { name: 'Role', renderCell: (role) => <RoleName role={role} /> },
          { name: 'People', renderCell: ({ members }) => members },
          {
            name: 'Alias',
            renderCell: (role) => (
              <div className={styles.alias}>
                <TextInput
                  label={`Alias of ${role.name}`}
                  hideLabel
                  placeholder={role.name}
                  value={typed.get(role.roleId) ?? role.alias ?? ''}
                  error={refused.get(role.roleId) ?? null}
                  onChange={(alias) => set(role.roleId, alias)}
                />
              </div>
            ),
          },
        ]}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="contained" disabled={changed.length === 0} aria-disabled={saving}>
          {saving ? 'Saving…' : 'Save changes'}
        </Button>
        <Button variant="text" disabled={changed.length === 0 || saving} onClick={discard}>
          Discard
        </Button>
      </div>
    </form>
  );
}

function RoleName({ role }: { role: RoleAlias }) {
  return (
    <span className={styles.role}>
      <span>
        {role.name} {!role.enabled && <Chip tone="grey">Disabled</Chip>}
      </span>
      {role.description !== null && <span className={styles.quiet}>{role.description}</span>}
    </span>
  );
}
