// Which preference the grid shows, whether it was changed since, and what can be done about that. A grid without
// state (its columns could not be loaded) has the selector too, and says so when something is to be saved.
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { noGridState } from '@rowhouse/domain/grid-preferences/rules.ts';
import { useId, useMemo, useState, type MouseEvent } from 'react';
import { findLandmark } from '../../ui/find-landmark.ts';
import { Icon } from '../../ui/icons.tsx';
import { Divider, ListItemIcon, Menu, MenuItem } from '../../ui/late-parts.tsx';
import { Tip } from '../../ui/tip.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Preference } from './api.ts';
import styles from './grid-preference-menu.module.css';
import { preferenceActions, type PreferenceAction, type PreferenceContext } from './preference-actions.ts';
import { PreferenceTabs } from './preference-tabs.tsx';
import { toSavedOptions, type PreferredGrid } from './preferred-grid.ts';
import type { PreferenceSet } from './use-grid-preferences.ts';
import { usePreferenceActions } from './use-preference-actions.ts';
import type { Naming } from './naming.ts';

const standardView = 'Standard view';

type GridPreferenceMenuProps = {
  recordTypeId: number;
  preferences: { set: PreferenceSet; find: (id: number) => Preference | null };
  grid: PreferredGrid;
  /** Whether the role may save grid preferences. */
  maySave: boolean;
  /** Asks for a name, in a place that stays when this one goes: a width has its own. */
  onName: (naming: Naming) => void;
  /** Sets up that the view comes by mail. */
  onMail?: ((preference: Preference) => void) | undefined;
  /** Tabs where there is room for them, else the selector: the same preferences, words and actions. */
  look: 'selector' | 'tabs';
};

export function GridPreferenceMenu({
  recordTypeId,
  preferences,
  grid,
  maySave,
  onName,
  onMail,
  look,
}: GridPreferenceMenuProps) {
  const { set, find } = preferences;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const shown = grid === null ? set.opening && toSavedOptions(set.opening) : grid.saved;
  const chosen = shown === null ? null : find(shown.id);
  const context = usePreferenceActions({ recordTypeId, set, grid, chosen, maySave, onName, onMail });
  const name = chosen?.savedName ?? standardView;
  const isChanged = grid?.isChanged === true;
  const close = () => setAnchor(null);

  function choose(preference: Preference | null) {
    close();
    if (grid === null) return snackbars.error(noGridState);
    grid.apply(preference && toSavedOptions(preference));
    snackbars.success('Grid preference changed!');
  }

  const opens = {
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    'aria-controls': anchor === null ? undefined : menuId,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  } as const;
  const label = `Grid preference: ${name}${isChanged ? ', changed' : ''}`;
  const saveButton = maySave && isChanged && (
    <Button className={styles.save} onClick={context.save}>
      Save view
    </Button>
  );
  const { own, ofRole, ofOtherRoles } = set;
  const tabs = useMemo(() => tabsOf([own, ofRole, ofOtherRoles].flat()), [own, ofRole, ofOtherRoles]);

  return (
    <>
      {look === 'tabs' ? (
        <PreferenceTabs
          isChanged={isChanged}
          tabs={tabs.map(({ preference, ...tab }) => ({
            ...tab,
            isChosen: (preference?.id ?? null) === (chosen?.id ?? null),
            choose: () => choose(preference),
          }))}
        >
          {(hiddenCount) => (
            <>
              {isChanged && (
                <Button variant="text" onClick={() => grid?.restore()}>
                  Back to the view
                </Button>
              )}
              {saveButton}
              {hiddenCount > 0 && (
                <Button variant="text" {...opens}>
                  {`${hiddenCount} more`}
                </Button>
              )}
              <Tip title="Views: rename, default, delete">
                <IconButton {...opens} size="small" aria-label={label}>
                  <Icon name="chevron-down" size={16} />
                </IconButton>
              </Tip>
            </>
          )}
        </PreferenceTabs>
      ) : (
        <>
          <Button
            className={styles.selector}
            {...opens}
            aria-label={label}
            title={isChanged ? `${name}: the grid was changed since it was saved` : name}
            endIcon={<Icon name="chevron-down" size={16} />}
          >
            {isChanged && <span className={styles.dot} data-testid="unsaved" />}
            <span className={styles.name}>{name}</span>
          </Button>
          {saveButton}
        </>
      )}
      <Menu
        id={menuId}
        anchorEl={anchor}
        container={() => findLandmark(anchor)}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          list: { 'aria-label': 'Grid preferences' },
          paper: { className: styles.paper ?? '' },
        }}
      >
        {[
          <Choice
            key="standard"
            name={standardView}
            isChosen={chosen === null}
            onChoose={() => choose(null)}
          />,
          ...group('Yours', set.own),
          ...group('Set for your role', set.ofRole),
          ...group('Set for other roles', set.ofOtherRoles),
          <Divider key="line" component="li" />,
          ...preferenceActions
            .filter(({ isOffered }) => isOffered(context))
            .map((action) => <ActionItem key={action.id} action={action} context={context} onDone={close} />),
        ]}
      </Menu>
    </>
  );

  function group(title: string, preferences: readonly Preference[]) {
    if (preferences.length === 0) return [];
    return [
      <li key={title} role="presentation" className={styles.group}>
        {title}
      </li>,
      ...preferences.map((preference) => (
        <Choice
          key={preference.id}
          name={preference.savedName}
          about={aboutOf(preference, title)}
          isOfRole={preference.role !== null}
          isDefault={preference.id === set.standard?.preference.id}
          isChosen={preference.id === chosen?.id}
          onChoose={() => choose(preference)}
        />
      )),
    ];
  }
}

/** Without which is chosen, so that they are measured when there are others, and not at each change. */
const tabsOf = (preferences: readonly Preference[]) =>
  [null, ...preferences].map((preference) => ({
    key: String(preference?.id ?? 'standard'),
    name: preference?.savedName ?? standardView,
    isOfRole: preference?.role != null,
    preference,
  }));

const aboutOf = ({ role }: Preference, title: string): string | undefined =>
  role !== null && title === 'Set for other roles' ? role.name : undefined;

type ChoiceProps = {
  name: string;
  about?: string | undefined;
  isOfRole?: boolean;
  isDefault?: boolean;
  isChosen: boolean;
  onChoose: () => void;
};

function Choice({
  name,
  about,
  isOfRole = false,
  isDefault = false,
  isChosen,
  onChoose,
  ...item
}: ChoiceProps) {
  return (
    <MenuItem {...item} role="menuitemradio" aria-checked={isChosen} selected={isChosen} onClick={onChoose}>
      <ListItemIcon className={styles.tick}>{isChosen && <Icon name="check" />}</ListItemIcon>
      <span className={styles.choice}>
        <span className={styles.choiceName} title={name}>
          {name}
        </span>
        {about !== undefined && <span className={styles.about}>{about}</span>}
      </span>
      {isOfRole && (
        <>
          <Icon name="lock" size={16} className={styles.lock} />
          <VisuallyHidden>, set by an administrator</VisuallyHidden>
        </>
      )}
      {isDefault && <span className={styles.badge}>Default</span>}
    </MenuItem>
  );
}

type ActionItemProps = { action: PreferenceAction; context: PreferenceContext; onDone: () => void };

/** What cannot be done now can be reached, and says why. */
function ActionItem({ action, context, onDone, ...item }: ActionItemProps) {
  const reason = action.whyNot(context);
  return (
    <MenuItem
      {...item}
      className={reason === null ? '' : styles.disabled}
      aria-disabled={reason === null ? undefined : true}
      onClick={() => {
        if (reason !== null) return void snackbars.warning(reason);
        onDone();
        action.run(context);
      }}
    >
      <ListItemIcon>
        <Icon name={action.icon} />
      </ListItemIcon>
      <span className={styles.choice}>
        <span>{action.label(context)}</span>
        {reason !== null && <span className={styles.about}>{reason}</span>}
      </span>
    </MenuItem>
  );
}
