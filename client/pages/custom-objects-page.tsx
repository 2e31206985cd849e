import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DefinitionCard } from '../features/objects/definitions/definition-card.tsx';
import { DefinitionDialog } from '../features/objects/definitions/definition-dialog.tsx';
import { useDefinitions } from '../features/objects/definitions/use-definitions.ts';
import {
  canRetypeProperty,
  PropertyRetypeDialog,
  PropertyRetypes,
  usePropertyRetypes,
} from '../features/record-types/retypes/property-retypes.tsx';
import { isNotAdministrator } from '../features/users/use-members.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Icon } from '../ui/icons.tsx';
import { NameIndex } from '../ui/name-index.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { useFocusOnOther } from '../ui/use-focus-on-other.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import styles from './custom-lists-page.module.css';
import { numberedAs } from './numbered-as.ts';
import { useStartPlaces } from './use-start-places.tsx';

/** What fields and lists hold objects of, and their properties: custom-objects. The chosen one is in the address. */
export function CustomObjectsPage({ title }: { title: string }) {
  const { data, error, refetch } = useDefinitions();
  const [address, setAddress] = useSearchParams();
  const [adds, setAdds] = useState(false);
  const [retyped, setRetyped] = useState<number | null>(null);
  const { data: retypes } = usePropertyRetypes();
  const places = useStartPlaces();
  const isNarrow = useMediaQuery('(width < 900px)');
  const definitions = data?.definitions;
  const asked = definitions?.find(({ id }) => String(id) === address.get('object'));
  const chosen = asked ?? (isNarrow ? undefined : definitions?.[0]);
  const property = chosen?.properties.find(({ id }) => id === retyped);
  useFocusOnOther(address.get('object'));
  const choose = (id: number | null) => setAddress(id === null ? {} : { object: String(id) });
  const items = (definitions ?? []).map(({ id, name, enabled, properties }) => {
    const count = properties.filter((property) => property.enabled).length;
    const about = count === 1 ? 'one property' : `${count} properties`;
    return { id, name, about: enabled ? about : 'disabled', isOff: !enabled };
  });

  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        aside={
          definitions === undefined
            ? undefined
            : definitions.length === 1
              ? 'One object'
              : `${definitions.length} objects`
        }
        actions={
          definitions !== undefined && (
            <Button
              variant={definitions.length === 0 ? 'contained' : 'outlined'}
              startIcon={<Icon name="plus" />}
              onClick={() => setAdds(true)}
            >
              Add object
            </Button>
          )
        }
      />
      {data === undefined && error === null && <ProgressLine active label="Loading the objects" />}
      {data === undefined && error !== null && isNotAdministrator(error) && (
        <EmptyState title="Only an administrator of this company can change its objects" icon="lock">
          Ask one of them to add an object or a property.
        </EmptyState>
      )}
      {data === undefined && error !== null && !isNotAdministrator(error) && (
        <ErrorAlert failure={error} title="The objects could not be loaded" onRetry={() => void refetch()} />
      )}
      {definitions?.length === 0 && (
        <EmptyState title="No objects yet" icon="list">
          An object is several values in one field: a site with its town and gate, a package with its weight.
        </EmptyState>
      )}
      {data !== undefined && data.definitions.length > 0 && (
        <div className={styles.parts}>
          {(!isNarrow || chosen === undefined) && (
            <NameIndex
              label="Objects"
              find="Find an object"
              items={items}
              chosen={chosen?.id ?? null}
              onChoose={choose}
            />
          )}
          {isNarrow && chosen !== undefined && (
            <Button
              className={styles.back!}
              startIcon={<Icon name="chevron-left" size={16} />}
              onClick={() => choose(null)}
            >
              All objects
            </Button>
          )}
          {chosen !== undefined && (
            <DefinitionCard
              key={chosen.id}
              definition={chosen}
              lists={data.lists}
              onRetype={(property) =>
                canRetypeProperty(property, retypes) ? () => setRetyped(property.id) : null
              }
              retypes={
                <PropertyRetypes
                  retypes={(retypes ?? []).filter((one) => one.objectDefinitionId === chosen.id)}
                  properties={chosen.properties}
                />
              }
            />
          )}
        </div>
      )}
      {chosen !== undefined && data !== undefined && property !== undefined && (
        <PropertyRetypeDialog
          property={property}
          version={chosen.version}
          lists={data.lists}
          toRecords={(recordTypeId, numbers) => places.toGrid(recordTypeId, [numberedAs(numbers)])}
          onClose={() => setRetyped(null)}
        />
      )}
      {adds && data !== undefined && (
        <DefinitionDialog
          definition={null}
          lists={data.lists}
          onClose={() => setAdds(false)}
          onSaved={(id) => {
            setAdds(false);
            choose(id);
          }}
        />
      )}
    </div>
  );
}
