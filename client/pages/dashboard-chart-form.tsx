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
import { snackbars } from '../ui/snackbars.tsx';
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
  const types = new Map(
    listMenuPlaces(groups ?? []).flatMap(({ item }) =>
      item.recordType === null ? [] : [[item.recordType.id, { id: item.recordType.id, name: item.name }]],
    ),
  );
  const [chosen, setChosen] = useState<{ id: number; typed: TypedChart } | null>(null);
  const typeId = chosen?.id ?? chart?.recordTypeId ?? types.keys().next().value;
  if (typeId === undefined) {
    if (groups !== undefined) {
      snackbars.error('Your role has no records to make a chart of.');
      onClose();
    }
    return null;
  }
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
