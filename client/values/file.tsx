import { objectView } from './object.tsx';
import type { ValueView } from './value-view.ts';

/** Chosen and sent by the feature that keeps files. */
export const fileView: ValueView = { ...objectView, width: 220 };
