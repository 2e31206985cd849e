// A file dragged over the window, which every area that would take it shows. Listened to while something shows it.
import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { useObserved } from '../../platform/observed.ts';
import { createObserved } from '../../platform/observed.ts';

/** The media types that the browser tells while it is dragged, '' for one that it does not know; null: none is. */
const dragged = createObserved<readonly string[] | null>(null);
let depth = 0;
let watchers = 0;

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

function onEnter(event: DragEvent) {
  if (!carriesFiles(event)) return;
  depth += 1;
  if (dragged.get() === null) dragged.set([...(event.dataTransfer?.items ?? [])].map((item) => item.type));
}
function onLeave(event: DragEvent) {
  if (!carriesFiles(event)) return;
  depth -= 1;
  if (depth <= 0) end();
}
/** Beside the areas a drop does nothing: the browser would leave the page for the file. */
function onOver(event: DragEvent) {
  if (!carriesFiles(event) || event.defaultPrevented) return;
  event.preventDefault();
  event.dataTransfer!.dropEffect = 'none';
}
function onDrop(event: DragEvent) {
  if (carriesFiles(event)) event.preventDefault();
  end();
}
function end() {
  depth = 0;
  dragged.set(null);
}

function subscribe(listener: () => void) {
  const stop = dragged.subscribe(listener);
  watchers += 1;
  if (watchers === 1) {
    window.addEventListener('dragenter', onEnter);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('dragover', onOver);
    // Areas keep a drop to themselves.
    window.addEventListener('drop', onDrop, true);
  }
  return () => {
    stop();
    watchers -= 1;
    if (watchers > 0) return;
    window.removeEventListener('dragenter', onEnter);
    window.removeEventListener('dragleave', onLeave);
    window.removeEventListener('dragover', onOver);
    window.removeEventListener('drop', onDrop, true);
    end();
  };
}

/** Whether a file is dragged over the window that the field would take, as far as the browser tells. */
export function useFileDrag(fieldKey: string): boolean {
  const types = useObserved({ subscribe, get: dragged.get });
  if (types === null) return false;
  return fieldKey !== recordFileKey || types.some((type) => type === '' || type === 'application/pdf');
}
