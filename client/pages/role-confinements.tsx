import { useState } from 'react';
import { useFieldDefinitions } from '../features/fields/use-field-definitions.ts';
import type { AccessMatrix } from '../features/roles/api.ts';
import { ConfinementEditor } from '../features/roles/confinement-editor.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { FieldFrame } from '../ui/inputs/field-frame.tsx';
import { Select } from '../ui/inputs/select.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { useFieldOptions } from '../values/choices/use-field-options.ts';
import styles from './roles-page.module.css';

type Named = { readonly id: number; readonly name: string };

/** To which records of a type a role is confined: of types and by fields that the person's own role sees. */
export function RoleConfinements({ matrix }: { matrix: AccessMatrix }) {
  const [roleId, setRoleId] = useState<number | null>(null);
  const [typeId, setTypeId] = useState<number | null>(null);
  // What is confined already is shown first.
  const [first] = matrix.confinements;
  const role = matrix.roles.find(({ id }) => id === (roleId ?? first?.roleId)) ?? matrix.roles[0];
  const type =
    matrix.recordTypes.find(({ id }) => id === (typeId ?? first?.recordTypeId)) ?? matrix.recordTypes[0];
  if (role === undefined || type === undefined) return null;
  const isConfined = (of: number, in_: number) =>
    matrix.confinements.some((one) => one.roleId === of && one.recordTypeId === in_);
  return (
    <div className={styles.confinements}>
      <div className={styles.choices}>
        <FieldFrame label="Role">
          {(framed) => (
            <Select {...framed} value={role.id} onChange={(event) => setRoleId(Number(event.target.value))}>
              {matrix.roles.map(({ id, name }) => (
                <option key={id} value={id}>
                  {matrix.recordTypes.some((one) => isConfined(id, one.id)) ? `${name} (confined)` : name}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
        <FieldFrame label="Record type">
          {(framed) => (
            <Select {...framed} value={type.id} onChange={(event) => setTypeId(Number(event.target.value))}>
              {matrix.recordTypes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {isConfined(role.id, id) ? `${name} (confined)` : name}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
      </div>
      <Editor key={`${role.id} ${type.id}`} role={role} type={type} matrix={matrix} />
    </div>
  );
}

function Editor({ role, type, matrix }: { role: Named; type: Named; matrix: AccessMatrix }) {
  const { data: fields, error, refetch } = useFieldDefinitions(type.id);
  const options = useFieldOptions(type.id, [type], fields);
  if (error !== null)
    return (
      <ErrorAlert
        failure={error}
        title="Only who sees the records of a type can confine others to some of them"
        onRetry={() => void refetch()}
      />
    );
  if (fields === undefined) return <ProgressLine active label="Loading the fields" />;
  return (
    <ConfinementEditor
      role={role}
      recordType={type}
      fields={fields}
      options={options}
      confinements={matrix.confinements}
    />
  );
}
