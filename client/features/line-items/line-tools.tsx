import MenuItem from '@mui/material/MenuItem';
import { useState, type ReactNode } from 'react';
import { ActionSheet, type SheetAction } from '../../ui/action-sheet.tsx';
import { Icon } from '../../ui/icons.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import type { LineCells } from './use-line-cells.ts';
import { isEdited, type LineType } from './line.ts';
import styles from './line-items-panel.module.css';
import type { EditSummary } from '../../edit-session/edited.ts';
import { ToolButton, toolSize } from './tool-button.tsx';
import type { LineOrder } from './use-line-order.ts';

type LineToolsProps = {
  title: ReactNode;
  /** Undefined while the lines are on their way. */
  count: number | undefined;
  type: LineType;
  cells: LineCells;
  order: LineOrder;
  summary: EditSummary;
  isSaving: boolean;
  mayEdit: boolean;
  mayExport: boolean;
  /** What others did to the lines. */
  news: string | null;
  onAdd: () => void;
  onAddMany: () => void;
  onHistory: () => void;
  onExport: (form: 'workbook' | 'csv') => void;
  onSave: () => void;
  onCancel: () => void;
};

export function LineTools(props: LineToolsProps) {
  const { title, count, order, summary, news } = props;
  const isPhone = useMediaQuery('(width < 600px)');
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        {title}
        {count !== undefined && <span className={styles.count}>{count.toLocaleString('en-US')}</span>}
      </div>
      <p className={styles.status} role="status">
        {order.rows !== null ? (
          <OrderWords order={order} isPhone={isPhone} />
        ) : (
          <EditWords summary={summary} news={news} />
        )}
      </p>
      <div className={styles.tools}>
        {order.rows !== null ? (
          <OrderTools {...props} />
        ) : summary.rows > 0 ? (
          <EditTools {...props} />
        ) : isPhone ? (
          <PhoneTools {...props} />
        ) : (
          <ReadTools {...props} />
        )}
      </div>
    </div>
  );
}

type EditWordsProps = { summary: EditSummary; news: string | null };

function EditWords({ summary: { rows, changedRows, whyNot, refusal }, news }: EditWordsProps): ReactNode {
  if (rows === 0) return news;
  const problem = whyNot ?? refusal;
  const lines = (number: number) => `${number} ${number === 1 ? 'line' : 'lines'}`;
  return (
    <>
      {changedRows > 0 ? `${lines(changedRows)} not saved` : `${lines(rows)} in edit`}
      {problem === null ? (
        news !== null && ` · ${news}`
      ) : (
        <span className={styles.fault}>{` · ${problem}`}</span>
      )}
    </>
  );
}

function OrderWords({ order, isPhone }: { order: LineOrder; isPhone: boolean }): ReactNode {
  if (order.failure !== null) return <span className={styles.fault}>{order.failure}</span>;
  return isPhone
    ? 'Move a line by its arrows, or write its place'
    : 'Drag a line by its handle, or move it with Alt+↑ and Alt+↓';
}

function ReadTools({ count = 0, order, mayEdit, mayExport, ...on }: LineToolsProps) {
  const whyNoOrder = count > 1 ? null : 'There is nothing to put into another order.';
  return (
    <>
      <ToolButton label="History" icon="clock" onClick={on.onHistory} />
      {mayExport && count === 0 && (
        <ToolButton
          label="Export"
          icon="download"
          whyNot="There are no lines to export."
          onClick={() => undefined}
        />
      )}
      {mayExport && count > 0 && <ExportMenu onExport={on.onExport} />}
      {mayEdit && (
        <>
          <ToolButton label="Edit order" icon="sort" whyNot={whyNoOrder} onClick={order.begin} />
          <ToolButton label="Import" icon="upload" onClick={on.onAddMany} />
          <ToolButton label="Add Line Item" icon="plus" look="outlined" onClick={on.onAdd} />
        </>
      )}
    </>
  );
}

/** One button for all that is not adding a line. */
function PhoneTools({ type, count = 0, order, mayEdit, mayExport, ...on }: LineToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const whyNoExport = count > 0 ? undefined : 'There are no lines to export.';
  const groups: SheetAction[][] = [
    [
      { id: 'history', label: 'History', icon: 'clock', onSelect: on.onHistory },
      ...(mayExport
        ? (['workbook', 'csv'] as const).map((form) => ({
            id: form,
            label: form === 'csv' ? 'Export CSV' : 'Export Excel workbook',
            icon: 'download' as const,
            disabledReason: whyNoExport,
            onSelect: () => on.onExport(form),
          }))
        : []),
    ],
    mayEdit
      ? [
          {
            id: 'order',
            label: 'Edit order',
            icon: 'sort',
            disabledReason: count > 1 ? undefined : 'There is nothing to put into another order.',
            onSelect: order.begin,
          },
          { id: 'import', label: 'Import', icon: 'upload', onSelect: on.onAddMany },
        ]
      : [],
  ];
  return (
    <>
      <ToolButton label={`Actions for ${type.name}`} icon="more" onClick={() => setOpen(true)} />
      {mayEdit && <ToolButton label="Add Line Item" icon="plus" look="outlined" onClick={on.onAdd} />}
      {isOpen && (
        <ActionSheet title={`Actions for ${type.name}`} groups={groups} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function ExportMenu({ onExport }: Pick<LineToolsProps, 'onExport'>) {
  const isNarrow = useMediaQuery('(width < 900px)');
  const choose = (close: () => void, form: 'workbook' | 'csv') => () => {
    close();
    onExport(form);
  };
  return (
    <MenuButton
      label={isNarrow ? <Icon name="download" /> : 'Export'}
      aria-label="Export"
      variant="text"
      arrow={!isNarrow}
      startIcon={isNarrow ? undefined : <Icon name="download" />}
      sx={{ minWidth: 40, px: isNarrow ? 1 : 2, ...toolSize }}
    >
      {(close) => [
        <MenuItem key="workbook" onClick={choose(close, 'workbook')}>
          Excel workbook
        </MenuItem>,
        <MenuItem key="csv" onClick={choose(close, 'csv')}>
          CSV
        </MenuItem>,
      ]}
    </MenuButton>
  );
}

function EditTools({ summary, isSaving, onAdd, onSave, onCancel }: LineToolsProps) {
  const whyNotSaved = isSaving ? 'The lines are being saved.' : summary.whyNot;
  return (
    <>
      <ToolButton label="Cancel" icon="close" keepsWord onClick={onCancel} />
      <ToolButton label="Save" icon="save" look="contained" keepsWord whyNot={whyNotSaved} onClick={onSave} />
      <ToolButton label="Add Line Item" icon="plus" look="outlined" onClick={onAdd} />
    </>
  );
}

function OrderTools({ type, cells, order }: LineToolsProps) {
  const isNarrow = useMediaQuery('(width < 900px)');
  return (
    <>
      <MenuButton
        label={isNarrow ? <Icon name="sort" /> : 'Alphabetical order'}
        aria-label="Alphabetical order"
        arrow={!isNarrow}
        sx={{ minWidth: 40, px: isNarrow ? 1 : 2, ...toolSize }}
      >
        {(close) =>
          type.fields.filter(isEdited).map((field) => (
            <MenuItem
              key={field.key}
              onClick={() => {
                close();
                order.sortBy(field, cells);
              }}
            >
              {field.name}
            </MenuItem>
          ))
        }
      </MenuButton>
      <ToolButton label="Cancel" icon="close" keepsWord onClick={order.cancel} />
      <ToolButton
        label="Save order"
        icon="save"
        look="contained"
        keepsWord
        whyNot={order.isSaving ? 'The order is being saved.' : null}
        onClick={() => void order.save()}
      />
    </>
  );
}
