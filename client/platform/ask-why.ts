// "Why?" of whatever is closed: any screen asks, the layout answers. There is one answer at a time.
import { createObserved } from './observed.ts';
export type WhySubject = OwnWhySubject | RoleWhySubject;

/** For those who administer: of any role, and of records in general. */
export type RoleWhySubject = {
  readonly roleId: number;
  readonly menuItemId?: number;
  readonly recordTypeId?: number;
  readonly fieldKey?: string;
  readonly action?: string;
};

type OwnWhySubject = {
  readonly roleId?: never;
  readonly recordTypeId: number;
  readonly recordId?: number;
  readonly fieldKey?: string;
  /** The name of an action of menu items. */
  readonly action?: string;
};

export type WhyQuestion = {
  readonly title: string;
  /** One, or several that are answered below each other; none: a page of the menu is asked about by its name. */
  readonly subjects: readonly WhySubject[];
  /** What the answer hangs from, and where the focus goes back to. */
  readonly anchor: HTMLElement;
};

export const whyAsked = createObserved<WhyQuestion | null>(null);

export const askWhy = (asked: WhyQuestion): void => whyAsked.set(asked);
/** A page of the menu, by what it is called. */
export const askWhyPage = (anchor: HTMLElement): void =>
  whyAsked.set({ title: 'Why is a page not in my menu?', subjects: [], anchor });
export const closeWhy = (): void => whyAsked.set(null);
