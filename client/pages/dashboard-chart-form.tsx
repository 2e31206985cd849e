// A chart is made over the fields of one record type: what can be counted of it is known to other features.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useState } from 'react';
import { useFieldDefinitions } from '../features/fields/use-field-definitions.ts';
import type { ShownChart } from '../features/dashboards/api.ts';
import {
  ChartFormDialog,
  titleOfChartForm,
  type ChartFormProps,
  type TypedChart,
} from '../features/dashboards/chart-form-dialog.tsx';
import { listMenuPlaces } from '../features/menu/match-menu-item.ts';
import { useMenu } from '../features/menu/use-menu.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { useFieldOptions } from '../values/choices/use-field-options.ts';

type DashboardChartFormProps = {
  chart: ShownChart | null;
  asksWhy: boolean;
  onSave: ChartFormProps['onSave'];
  onClose: () => void;
};

export function DashboardChartForm({ chart, asksWhy, onSave, onClose }: DashboardChartFormProps) {
  const { data: groups } = useMenu();
  const places = listMenuPlaces(groups ?? []);
  const types = new Map(
    places.flatMap(({ item }) =>
      item.recordType === null ? [] : [[item.recordType.id, { id: item.recordType.id, name: item.name }]],
    ),
  );
  const [chosen, setChosen] = useState<{ id: number; typed: TypedChart } | null>(null);
  const typeId = chosen?.id ?? chart?.recordTypeId ?? types.keys().next().value;
  if (typeId === undefined)
    return groups === undefined ? null : (
      <NoRecords makesTypes={places.some(({ item }) => item.route === 'record-types')} onClose={onClose} />
    );
  return (
    <OfType
      chart={chart}
      asksWhy={asksWhy}
      typeId={typeId}
      types={[...types.values()]}
      onType={(id, typed) => setChosen({ id, typed })}
      typed={chosen?.typed ?? null}
      onSave={onSave}
      onClose={onClose}
    />
  );
}

/** What to do first: a company that is new has no record type. */
function NoRecords({ makesTypes, onClose }: { makesTypes: boolean; onClose: () => void }) {
  const way = makesTypes
    ? 'Make a record type first, under Record types.'
    : 'An administrator of this company can give your role some.';
  return (
    <TitledDialog title="Add chart" onClose={onClose}>
      <DialogContent>
        <p>{`A chart counts records, and your menu leads to none yet. ${way}`}</p>
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the one thing that there is to do */}
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}

function OfType(props: Omit<ChartFormProps, 'fields' | 'options'>) {
  const { data: fields, error, refetch } = useFieldDefinitions(props.typeId);
  const type = props.types.filter(({ id }) => id === props.typeId);
  const options = useFieldOptions(props.typeId, type, fields);
  if (fields === undefined)
    return error === null ? (
      <ProgressLine active label="Loading the fields" />
    ) : (
      <TitledDialog title={titleOfChartForm(props.chart)} maxWidth="sm" onClose={props.onClose}>
        <DialogContent>
          <ErrorAlert failure={error} title="The fields could not be loaded" onRetry={() => void refetch()} />
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onClose}>Cancel</Button>
        </DialogActions>
      </TitledDialog>
    );
  return <ChartFormDialog {...props} fields={fields} options={options} />;
}
