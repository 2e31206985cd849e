// The parts of ui/, each as it looks in its states: at /ui in development, and in no build. The grid has a page of its own,
// npm run bench -- grid-ui.
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { RequestFailure } from '../platform/request-failure.ts';
import { ActionSheet } from '../ui/action-sheet.tsx';
import { BottomSheet } from '../ui/bottom-sheet.tsx';
import { CrumbList } from '../ui/breadcrumbs.tsx';
import { Card } from '../ui/card.tsx';
import { ChangeTable } from '../ui/change-table.tsx';
import { Chip, type ChipTone } from '../ui/chip.tsx';
import { ConfirmHost, useConfirm } from '../ui/confirm-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { discarding } from '../ui/discarding.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { FieldList, FieldView } from '../ui/field-view.tsx';
import { CheckInput } from '../ui/inputs/check-input.tsx';
import { OptionPicker } from '../ui/inputs/option-picker.tsx';
import { OptionsPicker } from '../ui/inputs/options-picker.tsx';
import { Select } from '../ui/inputs/select.tsx';
import { TextArea, TextInput } from '../ui/inputs/text-input.tsx';
import { LabelledCheckbox } from '../ui/labelled-checkbox.tsx';
import { LabelledInput } from '../ui/labelled-input.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { OpenKeySheet } from '../ui/screen-keys/open-key-sheet.tsx';
import { openKeySheet, useScreenKeys, type NamedKeys } from '../ui/screen-keys/screen-keys.ts';
import { ScrollTable } from '../ui/scroll-table.tsx';
import { SidePanel } from '../ui/side-panel.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import { StackedTable } from '../ui/stacked-table.tsx';
import styles from './parts-page.module.css';

export function PartsPage() {
  return (
    <ConfirmHost>
      <OpenKeySheet />
      <main className={styles.page}>
        <PageHeader title="Parts of the interface" aside={<Chip tone="grey">development</Chip>} />
        <Part name="button">
          <Button variant="contained">Save</Button>
          <Button variant="outlined">Edit</Button>
          <Button variant="text">Cancel</Button>
          <Button variant="contained" color="error">
            Delete record
          </Button>
          <Button variant="contained" disabled>
            Nothing to change
          </Button>
          <CopyButton label="Copy the number" text="7393" done="Copied" />
        </Part>
        <Part name="chip">
          {tones.map((tone) => (
            <Chip key={tone} tone={tone}>
              {tone}
            </Chip>
          ))}
        </Part>
        <Part name="breadcrumbs">
          <CrumbList
            crumbs={[{ name: 'Purchasing', to: '/ui' }, { name: 'Orders', to: '/ui' }, { name: '7393' }]}
          />
        </Part>
        <Inputs />
        <Part name="notice, error-alert, progress-line" isWide>
          <Notice tone="info">Two rows have changes that are not saved.</Notice>
          <Notice tone="warning" onDismiss={() => snackbars.info('Dismissed')}>
            The session ends in five minutes.
          </Notice>
          <ErrorAlert failure={failure} title="The records could not be loaded" onRetry={() => undefined} />
          <ProgressLine active />
        </Part>
        <Part name="card, empty-state, field-view" isWide>
          <Card title="Profile" subtitle="What others see of you" actions={<Button>Edit</Button>}>
            <FieldList>
              <FieldView name="number" label="Record Number" isFigure>
                7393
              </FieldView>
              <FieldView name="margin" label="Margin" whyLocked="Margin is read-only for your role.">
                12.50
              </FieldView>
            </FieldList>
          </Card>
          <EmptyState title="No items found" action={<Button variant="outlined">Add Line Item</Button>}>
            Lines can be added here, or pasted from a spreadsheet.
          </EmptyState>
        </Part>
        <Part name="stacked-table" isWide>
          <StackedTable
            label="Members"
            columns={[
              { name: 'Name', renderCell: ({ name }) => name },
              { name: 'Role', renderCell: ({ role }) => role },
            ]}
            rows={people}
            rowKey={({ name }) => name}
            renderActions={() => <Button size="small">Change role</Button>}
          />
        </Part>
        <Part name="change-table" isWide>
          <ChangeTable label="History" entries={entries} />
        </Part>
        <Part name="scroll-table" isWide>
          <ScrollTable
            label="Quantity, before and after"
            columns={[
              { name: 'Record', isRowHeader: true, renderCell: (row) => 7300 + row },
              { name: 'Quantity now', renderCell: (row) => row },
              { name: 'After', renderCell: () => 12 },
            ]}
            rows={Array.from({ length: 30 }, (_, row) => row)}
            rowKey={(row) => row}
            isQuiet={(row) => row === 12}
          />
        </Part>
        <Openings />
      </main>
    </ConfirmHost>
  );
}

function Part({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={name} data-wide={isWide}>
      <h2 className={styles.name}>{name}</h2>
      {children}
    </section>
  );
}

const tones: readonly ChipTone[] = ['green', 'blue', 'amber', 'red', 'grey', 'violet', 'teal'];
const failure = new RequestFailure('UNREACHABLE', 'The server cannot be reached.');
const people = [
  { name: 'Maya Lind', role: 'Buyer' },
  { name: 'Noah Berg', role: 'Administrator' },
];
const options = [
  { id: '1', name: 'Sea', enabled: true },
  { id: '2', name: 'Air', enabled: true, detail: 'express' },
  { id: '3', name: 'Rail', enabled: false },
];
const entries = [
  {
    id: 1,
    changes: [
      { what: 'Status', before: 'Draft', after: 'Approved' },
      { what: 'Due Date', before: '', after: '11/30/2026' },
    ],
    activity: 'Updated',
    user: 'Maya Lind',
    at: '2026-11-20T14:05:00Z',
  },
  { id: 2, changes: [], activity: 'Created', user: 'Noah Berg', at: '2026-11-19T08:30:00Z' },
];

function Inputs() {
  const [text, setText] = useState('Berlin');
  const [choice, setChoice] = useState('1');
  const [choices, setChoices] = useState<readonly string[]>(['1', '3']);
  const [isOn, setOn] = useState(true);
  return (
    <Part name="inputs" isWide>
      <TextInput label="City" required value={text} onChange={setText} />
      <TextInput label="Quantity" value="x" onChange={() => undefined} error="Should be numeric" />
      <TextArea label="Description" hint="Shown on the order." value={text} onChange={setText} />
      <OptionPicker label="Transport" options={options} value={choice} onChange={setChoice} />
      <OptionsPicker
        label="Transports"
        options={options}
        value={choices}
        onChange={setChoices}
        mostPasted={100}
      />
      <CheckInput label="Docks open" checked={isOn} onChange={setOn} />
      <Select aria-label="Rows" defaultValue="25">
        <option>25</option>
        <option>50</option>
      </Select>
      <LabelledInput
        label="Email"
        mark="required"
        hint="Where the code goes."
        fault="Email is a required field"
      />
      <PasswordInput label="Password" />
      <LabelledCheckbox label="Remember this device" />
    </Part>
  );
}

const galleryKeys = {
  title: 'In the gallery',
  keys: { sheet: { keys: ['?'], does: 'this sheet' }, greet: { keys: ['G'], does: 'says something' } },
} satisfies NamedKeys;

type Opened = 'edge' | 'under' | 'beside' | 'sheet' | 'actions' | null;

function Openings() {
  const confirm = useConfirm();
  const [opened, setOpened] = useState<Opened>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setOpened(null);
  useScreenKeys(galleryKeys, { sheet: openKeySheet, greet: () => snackbars.info('A key was pressed') });
  return (
    <Part name="what opens" isWide>
      <div ref={setAnchor} className={styles.row}>
        {(['edge', 'under', 'beside'] as const).map((place) => (
          <Button key={place} variant="outlined" onClick={() => setOpened(place)}>
            {`side-panel, ${place}`}
          </Button>
        ))}
        <Button variant="outlined" onClick={() => setOpened('sheet')}>
          bottom-sheet
        </Button>
        <Button variant="outlined" onClick={() => setOpened('actions')}>
          action-sheet
        </Button>
        <Button variant="outlined" onClick={openKeySheet}>
          key-sheet
        </Button>
        <Button
          variant="outlined"
          onClick={() => void confirm({ ...discarding, body: 'Three rows are not saved.' })}
        >
          confirm-dialog
        </Button>
        <Button variant="outlined" onClick={() => snackbars.success('Changes Saved!')}>
          snackbars
        </Button>
      </div>
      {(opened === 'edge' || opened === 'under' || opened === 'beside') && (
        <SidePanel
          title="Packaging"
          note="Record 7393"
          place={opened}
          anchor={anchor}
          foot={<Button variant="contained">Save</Button>}
          onClose={close}
        >
          What stands in the panel.
        </SidePanel>
      )}
      {opened === 'sheet' && (
        <BottomSheet title="Record 7393" onClose={close}>
          What stands in the sheet.
        </BottomSheet>
      )}
      {opened === 'actions' && (
        <ActionSheet
          title="Actions"
          groups={[[{ id: 'copy', label: 'Copy record link', icon: 'link', onSelect: close }]]}
          onClose={close}
        />
      )}
    </Part>
  );
}
