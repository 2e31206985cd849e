// Lines of one kind that are written before their record is there. They are kept as the lines of a record are, and what was
// not taken when the record was made goes on in the record's own panel.
import { saveThings } from '../../edit-session/save-things.ts';
import { removeDraft, writeDraft } from '../../platform/storage/drafts.ts';
import { createGridStore } from '../../ui/grid/grid-store.ts';
import { keptLines, newLine } from './line-kind.ts';
import type { LineType } from './line.ts';
import { openLineSession } from './open-line-session.ts';
import { linesAtOnce, sendTo } from './save-lines.ts';
import { draftOfLines } from './use-line-edit.ts';

export type NewLines = ReturnType<typeof createNewLines>;

export function createNewLines(recordTypeId: number, type: LineType) {
  const store = createGridStore();
  const draftName = `line-items:new in ${recordTypeId}:${type.id}`;
  const { session, restore } = openLineSession(draftName, type, (looks) => store.setEdits(looks));
  restore(true, []);
  const discard = () => session.leave(session.getRows().keys());
  return {
    type,
    store,
    session,
    add() {
      const line = newLine();
      session.begin([line]);
      return line;
    },
    discard,
    /** Why the lines cannot be sent, or null. One in which nothing is written is not sent. */
    whyNot(): string | null {
      for (const { id, values } of session.getRows().values()) {
        const whyNot = values.size === 0 ? null : session.whyNotSent(id);
        if (whyNot !== null) return whyNot;
      }
      return null;
    },
    /** @returns why the first line that was not taken was refused, or null */
    async saveTo(recordId: number): Promise<string | null> {
      session.leave(
        [...session.getRows().values()].flatMap(({ id, values }) => (values.size === 0 ? [id] : [])),
      );
      const ids = [...session.getRows().keys()];
      if (ids.length === 0) return null;
      const { failures, conflicts } = await saveThings(ids, {
        session,
        send: sendTo(recordId, () => undefined),
        atOnce: linesAtOnce,
      });
      const [failure] = [...failures, ...conflicts];
      if (failure === undefined) return null;
      writeDraft(draftOfLines(recordId, type.id), keptLines(session));
      removeDraft(draftName);
      return failure.sentence;
    },
  };
}
