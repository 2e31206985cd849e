import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { useOneTabStop } from '../../../ui/use-one-tab-stop.ts';
import type { PdfScreen } from './pdf-screen.ts';
import { zoomPresets, type PdfState } from './pdf-state.ts';
import styles from './pdf-view.module.css';

type ViewerToolbarProps = {
  screen: PdfScreen | null;
  state: PdfState;
  tools: ReactNode;
  isFinding: boolean;
  areThumbnailsOpen: boolean;
  onFind: () => void;
  onThumbnails: () => void;
};

export function ViewerToolbar(props: ViewerToolbarProps) {
  const { screen, state, tools, isFinding, areThumbnailsOpen, onFind, onThumbnails } = props;
  const stops = useOneTabStop<HTMLDivElement>('horizontal');
  const isReady = state.phase === 'ready';
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Document" {...stops}>
      <Tool
        icon="thumbnails"
        label="Thumbnails"
        isDisabled={!isReady}
        isPressed={areThumbnailsOpen}
        onPress={onThumbnails}
      />
      <span className={styles.rule} />
      <ZoomControls screen={screen} state={state} />
      <span className={styles.space} />
      <Tool icon="rotate" label="Rotate" isDisabled={!isReady} onPress={() => screen?.rotate()} />
      <Tool
        icon="search"
        label="Find in document"
        isDisabled={!isReady}
        isPressed={isFinding}
        onPress={onFind}
      />
      {tools}
    </div>
  );
}

/** They rest together after each change, and keep the focus while they do: disabled in what they say and do only. */
function ZoomControls({ screen, state }: { screen: PdfScreen | null; state: PdfState }) {
  const isOff = state.phase !== 'ready' || state.isZoomLocked;
  const { percent, isFitted } = state;
  const preset = (value: number | 'fit', label: string) => (
    <button
      key={value}
      type="button"
      data-stop
      className={styles.preset}
      aria-disabled={isOff}
      aria-pressed={value === 'fit' ? isFitted : !isFitted && percent === value}
      onClick={() => screen?.zoomTo(value)}
    >
      {label}
    </button>
  );
  return (
    <div className={styles.zoom} role="group" aria-label="Zoom" data-locked={state.isZoomLocked}>
      <Tool icon="zoom-out" label="Zoom out" isDisabled={isOff} onPress={() => screen?.zoomBy(-1)} />
      <span className={styles.percent}>{percent}%</span>
      <Tool icon="zoom-in" label="Zoom in" isDisabled={isOff} onPress={() => screen?.zoomBy(1)} />
      <div className={styles.presets}>
        <span className={styles.rule} />
        {zoomPresets.map((value) => preset(value, `${value}%`))}
        {preset('fit', 'Fit to page width')}
      </div>
      {/* The same where there is no room for four buttons. */}
      <div className={styles.presetList}>
        <Select
          small
          aria-label="Zoom to"
          aria-disabled={isOff}
          value=""
          onChange={({ target: { value } }) => screen?.zoomTo(value === 'fit' ? 'fit' : Number(value))}
        >
          {/* What is shown is what it is now, and what is chosen is done. */}
          <option value="" hidden>
            {percent}%
          </option>
          {zoomPresets.map((value) => (
            <option key={value} value={value}>
              {value}%
            </option>
          ))}
          <option value="fit">Fit to page width</option>
        </Select>
      </div>
    </div>
  );
}

type ToolProps = {
  icon: IconName;
  label: string;
  isDisabled?: boolean;
  isPressed?: boolean;
  onPress: () => void;
};

export function Tool({ icon, label, isDisabled = false, isPressed, onPress }: ToolProps) {
  return (
    <button
      type="button"
      data-stop
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onPress()}
    >
      <Icon name={icon} />
    </button>
  );
}
