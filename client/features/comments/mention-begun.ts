export type MentionBegun = {
  /** Where the @ stands. */
  readonly at: number;
  /** What was typed after it. */
  readonly sought: string;
};

/** A name, at most: first name, last name, and what stands between. */
const begunMention = /(?:^|[^\p{L}\p{N}_.@])@([^\n@]{0,60})$/u;

/** The mention that is being typed before the caret; null if there is none. */
export function findMentionBegun(text: string, caret: number): MentionBegun | null {
  const found = begunMention.exec(text.slice(Math.max(0, caret - 64), caret));
  if (found === null) return null;
  const sought = found[1] ?? '';
  return { at: caret - sought.length - 1, sought: sought.trimEnd() };
}
