// A record with all that stands under it, as the treegrid of the W3C: one tab stop, the arrows open, close and walk.
import IconButton from '@mui/material/IconButton';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { showDay } from '@rowhouse/domain/kernel/dates.ts';
import { childPage } from '@rowhouse/domain/projects/limits.ts';
import { mayNotPlace, sayHidden, whyNotPlaced } from '@rowhouse/domain/projects/rules.ts';
import { useEffect, useId, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { Link, useNavigate, type LinkProps } from 'react-router';
import { toSentence } from '../../platform/request-failure.ts';
import { Chip } from '../../ui/chip.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useSheetKeys } from '../../ui/screen-keys/screen-keys.ts';
import { linkRecords, moveRecords, unlinkRecords, type RecordPath, type TreeRecord } from './api.ts';
import { FindRecordDialog } from './find-record-dialog.tsx';
import { judgeTarget, type Judgement } from './judge-target.ts';
import { placeRecords } from './place-records.ts';
import styles from './record-tree.module.css';
import { isWithin, nameOf, type TreeRow } from './tree-rows.ts';
import { useRecordTree } from './use-record-tree.ts';

type RecordTreeProps = {
  recordId: number;
  /** The page of a record. */
  hrefOf: (record: { readonly id: number; readonly recordTypeId: number }) => string;
  /** Begins a record that will stand under this one; null where the person may make none. */
  newRecord: Pick<LinkProps, 'to' | 'state'> | null;
};

type Finding = { readonly kind: 'link' } | { readonly kind: 'move'; readonly record: TreeRecord };
type RecordLine = TreeRow & { kind: 'record' };
type OpenMenu = { readonly row: RecordLine; readonly anchor: HTMLElement };

const treeKeys = {
  title: 'In the tree of a project',
  keys: [
    { keys: ['ArrowRight', 'ArrowLeft'], does: 'opens and closes a record, and walks in and out' },
    { keys: ['Enter'], does: 'opens the page of the record' },
    { keys: ['M'], does: 'moves the record to…' },
    { keys: ['Delete'], does: 'unlinks the record' },
  ],
};

export function RecordTree({ recordId, hrefOf, newRecord }: RecordTreeProps) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const hintId = useId();
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [finding, setFinding] = useState<Finding | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [dragged, setDragged] = useState<RecordLine | null>(null);
  const { path, rows, setOpen, showMore, refresh } = useRecordTree(recordId, dragged !== null);
  const [over, setOver] = useState<number | null>(null);
  useSheetKeys('panel', () => Promise.resolve([treeKeys]));

  const stop = rows.some(({ key }) => key === focused) ? focused : (rows[0]?.key ?? null);
  const pendingFocus = useRef<string | null>(null);
  useEffect(() => {
    if (pendingFocus.current === null) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-key="${pendingFocus.current}"]`);
    pendingFocus.current = null;
    row?.focus();
  });

  const root = path.data?.record;
  if (path.error) return <p className={styles.word}>{toSentence(path.error)}</p>;
  if (root === undefined || path.data === undefined)
    return <p className={styles.word}>The project is loading</p>;
  const parents = path.data.parents;
  const mayPlace = root.mayPlace && root.enabled;

  function focusRow(at: number) {
    const row = rows[Math.max(0, Math.min(at, rows.length - 1))];
    if (row === undefined) return;
    setFocused(row.key);
    body.current?.querySelector<HTMLElement>(`[data-key="${row.key}"]`)?.focus();
  }

  const whyNotMoved = ({ record, parentId }: RecordLine): string | null => {
    if (!record.mayPlace) return mayNotPlace(nameOf(record));
    return parentId === null && parents.length === 0 ? `${nameOf(record)} stands under no record.` : null;
  };

  async function unlink(row: RecordLine) {
    const { record } = row;
    if (whyNotMoved(row) !== null) return;
    const below = record.childCount > 0 ? ' What stands under it stays under it.' : '';
    const parent = row.parentId === null ? parents.at(-1) : parentOf(row, rows);
    const asked = await confirm({
      title: `Unlink ${nameOf(record)}?`,
      body: `It will stand under no record${parent ? ` instead of ${nameOf(parent)}` : ''}.${below}`,
      confirmLabel: 'Unlink',
    });
    if (!asked) return;
    const at = rows.indexOf(row);
    await placeRecords(
      () => unlinkRecords([{ id: record.id, version: record.version }]),
      'unlinked',
      refresh,
    );
    pendingFocus.current = rows[at - 1]?.key ?? rows[0]?.key ?? null;
    setFocused(pendingFocus.current);
  }

  function startMove(row: RecordLine) {
    if (row.record.mayPlace) setFinding({ kind: 'move', record: row.record });
  }

  function drop(target: RecordLine) {
    const row = dragged;
    setDragged(null);
    setOver(null);
    if (row === null || whyNotDrop(row, target, rows) !== null) return;
    setOpen(target.record.id, true);
    void placeRecords(
      () => moveRecords(target.record.id, [{ id: row.record.id, version: row.record.version }]),
      'moved',
      refresh,
    );
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>, row: TreeRow, at: number) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const isRecord = row.kind === 'record';
    const steps: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => focusRow(at + 1),
      ArrowUp: () => focusRow(at - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ArrowRight: () => {
        if (!isRecord || row.isExpanded === undefined) return;
        if (row.isExpanded) focusRow(at + 1);
        else setOpen(row.record.id, true);
      },
      ArrowLeft: () => {
        if (isRecord && row.isExpanded === true) setOpen(row.record.id, false);
        else focusRow(rows.findIndex((one) => one.kind === 'record' && one.record.id === row.parentId));
      },
      Enter: () => {
        if (row.kind === 'more') showMore(row.parentId);
        else if (row.kind === 'failed') refresh();
        else if (isRecord)
          void navigate(hrefOf({ id: row.record.id, recordTypeId: row.record.recordType.id }));
      },
      ...(isRecord && {
        m: () => startMove(row),
        M: () => startMove(row),
        Delete: () => void unlink(row),
        ContextMenu: () => setMenu({ row, anchor: event.currentTarget }),
      }),
    };
    const run = event.shiftKey && event.key === 'F10' && isRecord ? steps['ContextMenu'] : steps[event.key];
    if (run === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  return (
    <div className={styles.tree}>
      <div className={styles.bar}>
        <nav aria-label="Parents" className={styles.parents}>
          {parents.length === 0 ? (
            <span>{root.childCount === 0 ? 'Not part of a project yet.' : 'Stands under no record.'}</span>
          ) : (
            <>
              <span>Under</span>
              <ol>
                {parents.map((parent, at) => (
                  <li key={parent?.id ?? `hidden ${at}`}>
                    {at > 0 && <Icon name="chevron-right" size={14} />}
                    {parent === null ? (
                      <span>{sayHidden(1)}</span>
                    ) : (
                      <Link to={hrefOf({ id: parent.id, recordTypeId: parent.recordType.id })}>
                        {nameOf(parent)}
                      </Link>
                    )}
                  </li>
                ))}
              </ol>
            </>
          )}
        </nav>
        {mayPlace && (
          <div className={styles.buttons}>
            <Button
              size="small"
              variant="outlined"
              startIcon={<Icon name="link" size={16} />}
              onClick={() => setFinding({ kind: 'link' })}
            >
              Link a record
            </Button>
            {newRecord !== null && (
              <Button
                size="small"
                variant="outlined"
                component={Link}
                {...newRecord}
                startIcon={<Icon name="plus" size={16} />}
              >
                New record under this one
              </Button>
            )}
          </div>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the W3C's treegrid is a table */}
      <table role="treegrid" aria-label={`Project of ${nameOf(root)}`} aria-describedby={hintId}>
        <thead>
          <tr>
            <th scope="col">Record</th>
            <th scope="col">Status</th>
            <th scope="col" className={styles.wide}>
              Due date
            </th>
            <th scope="col" className={styles.wide}>
              Level
            </th>
            <th scope="col" className={styles.last}>
              <span className="rh-visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, at) => (
            <Row
              key={row.key}
              row={row}
              isStop={row.key === stop}
              isOver={row.kind === 'record' && over === row.record.id}
              hrefOf={hrefOf}
              onFocus={() => setFocused(row.key)}
              onKeyDown={(event) => onKeyDown(event, row, at)}
              onToggle={() => row.kind === 'record' && setOpen(row.record.id, row.isExpanded !== true)}
              onMore={() => showMore(row.parentId!)}
              onRetry={refresh}
              onMenu={(anchor) => row.kind === 'record' && setMenu({ row, anchor })}
              drag={{
                start: () => {
                  if (row.kind === 'record' && row.parentId !== null && row.record.mayPlace) setDragged(row);
                },
                over: (event) => {
                  if (dragged === null || row.kind !== 'record') return;
                  if (whyNotDrop(dragged, row, rows) !== null) return;
                  event.preventDefault();
                  setOver(row.record.id);
                },
                leave: () => setOver(null),
                drop: () => row.kind === 'record' && drop(row),
                end: () => {
                  setDragged(null);
                  setOver(null);
                },
              }}
            />
          ))}
        </tbody>
      </table>
      <p id={hintId} className="rh-visually-hidden">
        Arrows open, close and walk. Enter opens the record, M moves it, Delete unlinks it.
      </p>
      {menu !== null && (
        <Menu
          open
          anchorEl={menu.anchor}
          onClose={() => setMenu(null)}
          slotProps={{ list: { 'aria-label': `Actions for ${nameOf(menu.row.record)} in the project` } }}
        >
          <MenuItem
            disabled={!menu.row.record.mayPlace}
            onClick={() => {
              setMenu(null);
              startMove(menu.row);
            }}
          >
            Move to…
          </MenuItem>
          <MenuItem
            disabled={whyNotMoved(menu.row) !== null}
            onClick={() => {
              setMenu(null);
              void unlink(menu.row);
            }}
          >
            Unlink
          </MenuItem>
        </Menu>
      )}
      {finding !== null && (
        <FindRecordDialog
          title={
            finding.kind === 'link'
              ? `Which record stands under ${nameOf(root)}?`
              : `Under which record does ${nameOf(finding.record)} stand?`
          }
          verb={finding.kind === 'link' ? 'Link' : 'Move under'}
          judge={(found) =>
            finding.kind === 'link'
              ? judgeChild(found, path.data!)
              : judgeTarget(found, new Set([finding.record.id]))
          }
          onChoose={(found) => {
            setFinding(null);
            const { record } = found;
            if (finding.kind === 'link') {
              const asked = [{ id: record.id, version: record.version }];
              setOpen(root.id, true);
              void placeRecords(
                () => (found.parents.length > 0 ? moveRecords : linkRecords)(root.id, asked),
                'linked',
                refresh,
              );
            } else {
              const { id, version } = finding.record;
              void placeRecords(() => moveRecords(record.id, [{ id, version }]), 'moved', refresh);
            }
          }}
          onClose={() => setFinding(null)}
        />
      )}
    </div>
  );
}

const parentOf = (row: RecordLine, rows: readonly TreeRow[]): TreeRecord | null => {
  const parent = rows.find((one) => one.kind === 'record' && one.record.id === row.parentId);
  return parent?.kind === 'record' ? parent.record : null;
};

function whyNotDrop(row: RecordLine, target: RecordLine, rows: readonly TreeRow[]): string | null {
  const [name, other] = [nameOf(row.record), nameOf(target.record)];
  if (!target.record.mayPlace) return mayNotPlace(other);
  if (row.parentId === target.record.id) return `${name} stands under ${other} already.`;
  return isWithin(rows, row.record.id, target.record.id) ? whyNotPlaced('cycle', name, other) : null;
}

/** Whether the found record can stand under the one whose path is given. */
function judgeChild({ record, parents }: RecordPath, under: RecordPath): Judgement {
  const [name, target] = [nameOf(record), nameOf(under.record)];
  const refuse = (whyNot: string | null): Judgement => ({ whyNot, note: null });
  if (!record.mayPlace) return refuse(mayNotPlace(name));
  if (!record.enabled) return refuse(`${name} is deleted.`);
  if (record.id === under.record.id || under.parents.some((parent) => parent?.id === record.id))
    return refuse(whyNotPlaced('cycle', name, target));
  if (parents.length === 0) return refuse(null);
  const parent = parents.at(-1) ?? null;
  if (parent?.id === under.record.id) return refuse(`${name} stands under ${target} already.`);
  if (parent === null) return refuse(`${name} stands under a record that you may not see, and stays there.`);
  return { whyNot: null, note: `It stands under ${nameOf(parent)} now, and is moved here.` };
}

type RowProps = {
  row: TreeRow;
  isStop: boolean;
  isOver: boolean;
  hrefOf: RecordTreeProps['hrefOf'];
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => void;
  onToggle: () => void;
  onMore: () => void;
  onRetry: () => void;
  onMenu: (anchor: HTMLElement) => void;
  drag: {
    start: () => void;
    over: (event: DragEvent) => void;
    leave: () => void;
    drop: () => void;
    end: () => void;
  };
};

function Row(props: RowProps) {
  const { row, isStop, isOver, hrefOf, drag } = props;
  const shared = {
    'data-key': row.key,
    tabIndex: isStop ? 0 : -1,
    'aria-level': row.depth,
    onFocus: props.onFocus,
    onKeyDown: props.onKeyDown,
  };
  const indent = { paddingInlineStart: `calc(${row.depth - 1} * var(--indent))` };
  if (row.kind !== 'record')
    return (
      <tr {...shared}>
        <td colSpan={5}>
          <span className={styles.record} style={indent}>
            <span className={styles.toggle} />
            {row.kind === 'more' ? (
              <button type="button" tabIndex={-1} className={styles.more} onClick={props.onMore}>
                {`Show ${Math.min(row.count, childPage)} more of ${row.count}`}
              </button>
            ) : row.kind === 'failed' ? (
              <button type="button" tabIndex={-1} className={styles.more} onClick={props.onRetry}>
                These records could not be loaded. Retry
              </button>
            ) : (
              <span className={styles.quiet}>{row.kind === 'wait' ? 'Loading' : sayHidden(row.count)}</span>
            )}
          </span>
        </td>
      </tr>
    );
  const { record, isExpanded } = row;
  const name = nameOf(record);
  return (
    <tr
      {...shared}
      aria-expanded={isExpanded}
      aria-posinset={row.place}
      aria-setsize={row.count}
      aria-current={row.depth === 1 || undefined}
      data-over={isOver || undefined}
      draggable={row.depth > 1 && record.mayPlace}
      onDragStart={drag.start}
      onDragOver={drag.over}
      onDragLeave={drag.leave}
      onDrop={(event) => {
        event.preventDefault();
        drag.drop();
      }}
      onDragEnd={drag.end}
    >
      <td>
        <span className={styles.record} style={indent}>
          {isExpanded === undefined ? (
            <span className={styles.toggle} />
          ) : (
            <button
              type="button"
              tabIndex={-1}
              className={styles.toggle}
              aria-label={`${isExpanded ? 'Close' : 'Open'} ${name}`}
              onClick={props.onToggle}
            >
              <Icon name={isExpanded ? 'chevron-down' : 'chevron-right'} size={16} />
            </button>
          )}
          {row.depth === 1 ? (
            <strong className={styles.number}>{name}</strong>
          ) : (
            <Link
              tabIndex={-1}
              draggable={false}
              className={styles.number}
              to={hrefOf({ id: record.id, recordTypeId: record.recordType.id })}
            >
              {name}
            </Link>
          )}
          <span className={styles.title}>{record.description ?? record.recordType.name}</span>
        </span>
      </td>
      <td>{record.status && <Chip tone="grey">{record.status.name}</Chip>}</td>
      <td className={styles.wide}>{record.dueDate && showDay(record.dueDate)}</td>
      <td className={styles.wide}>{record.level}</td>
      <td className={styles.last}>
        <IconButton
          size="small"
          tabIndex={-1}
          aria-label={`Actions for ${name} in the project`}
          aria-haspopup="menu"
          disabled={!record.mayPlace}
          onClick={(event) => props.onMenu(event.currentTarget)}
        >
          <Icon name="more" size={16} />
        </IconButton>
      </td>
    </tr>
  );
}
