import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useFieldDefinitions } from '../features/fields/use-field-definitions.ts';
import { useSession } from '../features/identity/use-session.ts';
import type { FieldValues, Part } from '../features/record-types/design-draft.ts';
import type { RecordTypes } from '../features/record-types/api.ts';
import { ListFormDialog } from '../features/lists/list-form-dialog.tsx';
import { DeletedType } from '../features/record-types/deleted-type.tsx';
import { NewTypeDialog } from '../features/record-types/new-type-dialog.tsx';
import { TypeDesigner } from '../features/record-types/type-designer.tsx';
import { TypeList } from '../features/record-types/type-list.tsx';
import { useDesign, useRecordTypes } from '../features/record-types/use-designs.ts';
import { DesignPreview } from '../features/records/preview/design-preview.tsx';
import { TemplateDialog } from '../features/templates/template-dialog.tsx';
import { askWhereUsed } from '../platform/ask-where-used.ts';
import { RequestFailure } from '../platform/request-failure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Icon } from '../ui/icons.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { useFocusOnOther } from '../ui/use-focus-on-other.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useFieldOptions } from '../values/choices/use-field-options.ts';
import { useListValues } from '../values/choices/use-list-options.ts';
import { FieldEditor, hasEditor } from '../values/field-editor.tsx';
import styles from './record-types-page.module.css';
import { numberedAs } from './numbered-as.ts';
import { useStartPlaces } from './use-start-places.tsx';

/** What a company's records are made of: record-types. The chosen type is in the address. */
export function RecordTypesPage({ title }: { title: string }) {
  const { data: choices, error, refetch } = useRecordTypes();
  const [address, setAddress] = useSearchParams();
  /** What is open over the list of types; the first steps lead to it too. */
  const [adds, setAdds] = useState<'none' | 'type' | 'template'>(address.has('add') ? 'type' : 'none');
  const { tenantPath } = useSession();
  useFocusOnOther(address.get('type'));
  const chosen = choices?.types.find(({ id }) => String(id) === address.get('type'));
  const path = chosen?.menuPath != null && chosen.enabled ? `${tenantPath}/${chosen.menuPath}` : null;
  /** Below the title there is one line for what is done with the type. */
  const isPhone = useMediaQuery('(width < 600px)');
  const choose = (id: number | null) => setAddress(id === null ? {} : { type: String(id) });
  return (
    <div className={styles.page}>
      <PageHeader
        title={chosen?.name ?? title}
        aside={
          chosen === undefined
            ? choices && (choices.types.length === 1 ? 'One type' : `${choices.types.length} types`)
            : `${chosen.recordsTotal.toLocaleString('en-US')} ${chosen.recordsTotal === 1 ? 'record' : 'records'}${chosen.enabled ? '' : ', switched off'}`
        }
        actions={
          chosen !== undefined ? (
            <>
              {/* One element with the button that adds a type: whoever has added one by it keeps the focus. */}
              <Button
                key="types"
                startIcon={isPhone ? undefined : <Icon name="chevron-left" size={16} />}
                onClick={() => choose(null)}
              >
                All types
              </Button>
              {isPhone ? (
                <MenuButton
                  label={<Icon name="more" />}
                  aria-label={`Actions for ${chosen.name}`}
                  arrow={false}
                  sx={{ minWidth: 44, px: 1 }}
                >
                  {(close) => [
                    ...(path === null
                      ? []
                      : [
                          <MenuItem key="grid" component={Link} to={path}>
                            Open its grid
                          </MenuItem>,
                        ]),
                    <MenuItem
                      key="used"
                      onClick={() => {
                        close();
                        askWhereUsed({ kind: 'RECORD_TYPE', id: chosen.id });
                      }}
                    >
                      Where is this used?
                    </MenuItem>,
                  ]}
                </MenuButton>
              ) : (
                <>
                  {path !== null && (
                    <Button component={Link} to={path} variant="outlined">
                      Open its grid
                    </Button>
                  )}
                  <Button onClick={() => askWhereUsed({ kind: 'RECORD_TYPE', id: chosen.id })}>
                    Where is this used?
                  </Button>
                </>
              )}
            </>
          ) : (
            choices !== undefined && (
              <>
                <Button variant="outlined" onClick={() => setAdds('template')}>
                  From a template
                </Button>
                <Button
                  key="types"
                  variant="contained"
                  startIcon={<Icon name="plus" />}
                  onClick={() => setAdds('type')}
                >
                  Add record type
                </Button>
              </>
            )
          )
        }
      />
      {choices === undefined && error === null && <ProgressLine active label="Loading the record types" />}
      {choices === undefined && error !== null && isRefused(error) && (
        <EmptyState title="Only an administrator of this company can change its record types" icon="lock" />
      )}
      {choices === undefined && error !== null && !isRefused(error) && (
        <ErrorAlert
          failure={error}
          title="The record types could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {choices?.types.length === 0 && (
        <EmptyState title="No record types yet" icon="columns">
          A record type is what you keep records of: sales orders, bills, visits. A template brings one with
          fields, statuses and a role; all of it can be changed.
        </EmptyState>
      )}
      {choices !== undefined && choices.types.length > 0 && chosen === undefined && (
        <TypeList types={choices.types} onChoose={choose} />
      )}
      {choices !== undefined && chosen !== undefined && (
        <ChosenType
          key={chosen.id}
          id={chosen.id}
          canPreview={chosen.menuPath !== null && chosen.enabled}
          choices={choices}
        />
      )}
      {adds === 'template' && (
        <TemplateDialog onClose={() => setAdds('none')} onMade={() => setAdds('none')} />
      )}
      {adds === 'type' && choices !== undefined && (
        <NewTypeDialog
          choices={choices}
          rolesLink={<Link to={`${tenantPath}/administration/people/roles`}>Roles</Link>}
          onClose={() => {
            setAdds('none');
            if (address.has('add')) setAddress({}, { replace: true });
          }}
          onMade={(id) => {
            setAdds('none');
            choose(id);
          }}
        />
      )}
    </div>
  );
}

const isRefused = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.code === 'FORBIDDEN';

function ChosenType({ id, canPreview, choices }: { id: number; canPreview: boolean; choices: RecordTypes }) {
  const { data: design, error, refetch } = useDesign(id);
  const places = useStartPlaces();
  const client = useQueryClient();
  /** Where the id of the list goes that is being made. */
  const [listFor, setListFor] = useState<((id: number) => void) | null>(null);
  if (design === undefined)
    return error === null ? (
      <ProgressLine active label="Loading the record type" />
    ) : (
      <ErrorAlert
        failure={error}
        title="The record type could not be loaded"
        onRetry={() => void refetch()}
      />
    );
  if (design.deletion != null) return <DeletedType design={design} />;
  return (
    <>
      <TypeDesigner
        design={design}
        choices={choices}
        onNewList={(onMade) => setListFor(() => onMade)}
        renderPreview={(drafts) =>
          canPreview ? (
            <Preview recordTypeId={id} name={design.name} drafts={drafts} />
          ) : (
            <p className={styles.quiet}>Its grid and form are shown here once it is in the menu.</p>
          )
        }
        toRecords={(numbers) => places.toGrid(id, [numberedAs(numbers)])}
        renderDefault={(part, fault, onSet) => <DefaultInput part={part} error={fault} onSet={onSet} />}
      />
      {listFor !== null && (
        <ListFormDialog
          list={null}
          onClose={() => setListFor(null)}
          onSaved={(id) => {
            void client.invalidateQueries({ queryKey: ['record-types', 'all'] }).then(() => listFor(id));
            setListFor(null);
          }}
        />
      )}
    </>
  );
}

function Preview({
  recordTypeId,
  name,
  drafts,
}: {
  recordTypeId: number;
  name: string;
  drafts: readonly Part<FieldValues>[];
}) {
  const { data: fields } = useFieldDefinitions(recordTypeId);
  const types = useMemo(() => [{ id: recordTypeId, name }], [recordTypeId, name]);
  const options = useFieldOptions(recordTypeId, types, fields);
  const drawn = useMemo(
    () => drafts.filter(({ values }) => values.enabled).map(({ id, values }) => ({ ...values, id })),
    [drafts],
  );
  return fields === undefined ? (
    <ProgressLine active label="Loading the preview" />
  ) : (
    <DesignPreview recordTypeId={recordTypeId} fields={fields} drafts={drawn} options={options} />
  );
}

type DefaultInputProps = {
  part: Part<FieldValues>;
  error: string | null;
  onSet: (value: string | null) => void;
};

const noLists: readonly number[] = [];

/** The input of the field itself, for the value that new records begin with. */
function DefaultInput({ part: { values }, error, onSet }: DefaultInputProps) {
  const { dataType, listId } = values;
  const lists = useMemo(() => (listId === null ? noLists : [listId]), [listId]);
  const options = useListValues(lists).data?.get(listId ?? 0);
  if (!hasEditor(dataType)) return null;
  return (
    <FieldEditor
      field={{ name: 'Default value', dataType }}
      options={options ?? (listId === null ? [] : undefined)}
      value={values.defaultValue ?? ''}
      required={false}
      error={error}
      onChange={(value) =>
        onSet(value === '' || (dataType === 'checkbox' && value === 'false') ? null : value)
      }
      onBlur={nothing}
      ref={null}
    />
  );
}

const nothing = () => undefined;
