// One record type with all that it is made of, a tab for each kind of part, and what is not saved yet below them.
import Button from '@mui/material/Button';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { PaneTabs, type PaneTab } from '../../ui/pane-tabs.tsx';
import { stickyBar } from '../../ui/sticky-bar.ts';
import type { Design, RecordTypes } from './api.ts';
import { ConditionsTab } from './conditions-tab.tsx';
import { FieldsTab, type FieldsTabProps } from './fields-tab.tsx';
import { FormulaProgress } from './formula-progress.tsx';
import type { OnNewList } from './inspectors.tsx';
import { LinesTab } from './lines-tab.tsx';
import { NumberingTab } from './numbering-tab.tsx';
import { ProblemCodesTab } from './problem-codes-tab.tsx';
import styles from './record-types.module.css';
import { StatusesTab } from './statuses-tab.tsx';
import { TypeTab } from './type-tab.tsx';
import { useDesigner, type Designer } from './use-designer.ts';

type TypeDesignerProps = Omit<FieldsTabProps, 'designer'> & {
  design: Design;
  choices: RecordTypes;
  onNewList: OnNewList;
};

export function TypeDesigner({ design, choices, onNewList, ...renders }: TypeDesignerProps) {
  const designer = useDesigner(design, choices, onNewList);
  const { failure, tab, show } = designer;
  return (
    <section className={styles.designer} aria-label={design.name}>
      {failure !== null && <ErrorAlert failure={failure} title="The record type was not saved" />}
      {design.computing != null && <FormulaProgress computing={design.computing} />}
      <PaneTabs
        label={`Parts of ${design.name}`}
        tabs={tabsOf(designer, renders)}
        chosen={tab}
        onChoose={(id) => show(id)}
      />
      {designer.changes > 0 && <ChangesBar designer={designer} />}
    </section>
  );
}

function tabsOf(designer: Designer, renders: Omit<FieldsTabProps, 'designer'>): PaneTab[] {
  const { draft, design } = designer;
  const ofType: PaneTab = {
    id: 'type',
    title: design.isSuper ? 'Related types' : 'Type',
    icon: 'gear',
    render: () => <TypeTab designer={designer} />,
  };
  if (design.isSuper) return [ofType];
  return [
    {
      id: 'fields',
      title: 'Fields',
      icon: 'columns',
      count: countOn(draft.fields.parts),
      render: () => <FieldsTab designer={designer} {...renders} />,
    },
    {
      id: 'lineTypes',
      title: 'Line items',
      icon: 'list',
      count: countOn(draft.lineTypes),
      render: () => <LinesTab designer={designer} toRecords={renders.toRecords} />,
    },
    {
      id: 'statuses',
      title: 'Statuses',
      icon: 'check',
      count: countOn(draft.statuses.parts),
      render: () => <StatusesTab designer={designer} />,
    },
    {
      id: 'conditions',
      title: 'Conditions',
      icon: 'filter',
      count: countOn(draft.conditions.parts),
      render: () => <ConditionsTab designer={designer} />,
    },
    {
      id: 'problemCodes',
      title: 'Problem codes',
      icon: 'warning',
      count: countOn(draft.problemCodes.parts),
      render: () => <ProblemCodesTab designer={designer} />,
    },
    {
      id: 'numbering',
      title: 'Numbering',
      icon: 'sort',
      render: () => <NumberingTab designer={designer} />,
    },
    ofType,
  ];
}

const countOn = (parts: readonly { readonly values: { readonly enabled: boolean } }[]): number =>
  parts.filter(({ values }) => values.enabled).length;

/** What is not saved, or what somebody else has changed of it meanwhile. */
function ChangesBar({ designer }: { designer: Designer }) {
  const { design, changes, clashes, isSaving, settle, discard, save } = designer;
  return (
    <div ref={stickyBar} className={styles.bar} role="region" aria-label="Changes" data-sticky-bar>
      {clashes.length > 0 ? (
        <>
          <p className={styles.sum} role="status">
            Somebody has changed the same meanwhile: {clashes.map(sayClash).join('; ')}.
          </p>
          <Button onClick={() => settle('theirs')}>Take theirs</Button>
          <Button variant="contained" onClick={() => settle('mine')}>
            Keep mine
          </Button>
        </>
      ) : (
        <>
          <p className={styles.sum} role="status">
            <span className={styles.dot} /> {changes === 1 ? 'One change' : `${changes} changes`} of{' '}
            {design.name}, not saved yet
          </p>
          <Button onClick={() => void discard()} disabled={isSaving}>
            Discard
          </Button>
          <Button variant="contained" disabled={isSaving} onClick={() => void save()}>
            {changes === 1 ? 'Save 1 change' : `Save ${changes} changes`}
          </Button>
        </>
      )}
    </div>
  );
}

const sayValue = (value: unknown): string =>
  value === true
    ? 'on'
    : value === false
      ? 'off'
      : value === null || value === ''
        ? 'nothing'
        : `“${String(value)}”`;
const sayClash = ({ name, theirs, mine }: { name: string; theirs: unknown; mine: unknown }): string =>
  `${name} is ${sayValue(theirs)} to them and ${sayValue(mine)} to you`;
