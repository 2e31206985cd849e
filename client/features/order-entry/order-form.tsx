// Nothing that was typed is lost: not by a refusal, a reload, a crash or an expired session, for the draft is kept in the
// browser with the key under which it is sent, so that sending it twice makes one order.
import type { SubmitOrderInput } from '@rowhouse/domain/contract.generated.ts';
import { nameFiles, readAttachedFiles } from '@rowhouse/domain/attachments/attached-file.ts';
import { missingFiles } from '@rowhouse/domain/order-entry/order-attachments.ts';
import { sectionsOf, isOrderPart } from '@rowhouse/domain/order-entry/sections.ts';
import { itemsNotKnown, type OrderFault } from '@rowhouse/domain/order-entry/rules.ts';
import { offeredNoMore } from '@rowhouse/domain/order-entry/judge-lines.ts';
import { readOptionRules } from '@rowhouse/domain/order-entry/option-rules.ts';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { RequestFailure, isKeyUsedForOther, toSentence } from '../../platform/request-failure.ts';
import { sendOnBadLine } from '../../platform/send-through-gaps.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useScreenKeys } from '../../ui/screen-keys/screen-keys.ts';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { submitOrder, type OrderForm as Form, type SubmittedOrder } from './api.ts';
import { OpportunityPicker } from './opportunity-picker.tsx';
import { orderKeys } from './order-keys.ts';
import styles from './order-form.module.css';
import { addLines, readLines, readUnknown, totalOf, writeLines, writeUnknown } from './order-lines.ts';
import { OrderAgain, type TakenOrder } from './order-again.tsx';
import { OrderAttachments, type RenderFiles } from './order-attachments.tsx';
import { OrderOptions } from './order-options.tsx';
import { OrderPath } from './order-path.tsx';
import { OrderQuestionInput, type AnswerInput } from './order-question.tsx';
import { OrderReview } from './order-review.tsx';
import { OrderSection, type StepName } from './order-section.tsx';
import { askedBy, forgetOrderDraft, linesKey, openOrder, orderId, unknownKey } from './order-session.ts';
import { showAnswer } from './show-answer.ts';
import { useOpportunity } from './use-opportunity.ts';
import { useOrderAnswers } from './use-order-answers.ts';
import type { OrderFilesState } from './use-order-files.ts';
import { useRefreshOrderFiles } from './use-order-forms.ts';

type OrderFormProps = {
  form: Form;
  /** What is typed is kept under this name. */
  draftName: string;
  files: OrderFilesState;
  renderFiles: RenderFiles;
  onSubmitted: (order: SubmittedOrder) => void;
};

export function OrderForm({ form, draftName, files, renderFiles, onSubmitted }: OrderFormProps) {
  const refreshFiles = useRefreshOrderFiles();
  const [session] = useState(() => openOrder(form, draftName));
  const asked = useMemo(() => askedBy(form), [form]);
  const { answers, open } = useOrderAnswers(session, form, asked);
  const storedLines = session.getValue(orderId, linesKey);
  const lines = useMemo(() => readLines(storedLines), [storedLines]);
  const storedUnknown = session.getValue(orderId, unknownKey);
  const unknown = useMemo(() => readUnknown(storedUnknown), [storedUnknown]);
  const chosen = answers['opportunity'] ?? '';
  const { opportunity, offered, isGone } = useOpportunity(files, chosen);
  const rules = useMemo(() => readOptionRules(offered), [offered]);
  const verdicts = useMemo(() => rules.judge(new Set(lines.map(({ option }) => option))), [rules, lines]);
  const names = useMemo(() => new Set(offered.map(({ option }) => option)), [offered]);
  const broken = lines.filter(({ option }) => verdicts.has(option) || (names.size > 0 && !names.has(option)));
  const { attachments } = form;
  const [sending, setSent] = useState<ReadonlySet<string>>(new Set());
  const noteSending = useCallback(
    (key: string, isUnderWay: boolean) =>
      setSent((before) => {
        if (before.has(key) === isUnderWay) return before;
        return isUnderWay ? new Set([...before, key]) : new Set([...before].filter((one) => one !== key));
      }),
    [],
  );
  const attachedOf = (key: string) => readAttachedFiles(session.getValue(orderId, key));
  const openFiles: OrderFault[] = [
    ...missingFiles(attachments, (key) => sending.has(key) || attachedOf(key).length > 0),
    ...attachments.flatMap(({ key, name }) =>
      sending.has(key) ? [{ key, sentence: `${name}: a file is on its way` }] : [],
    ),
  ];
  const points = [...open, ...pointsOfOptions(unknown.length, broken.length), ...openFiles];
  const steps = useMemo(() => stepsOf(form), [form]);
  const sectionOfKey = (key: string): StepName | undefined =>
    key === linesKey || key === unknownKey
      ? 'Options'
      : attachments.some((field) => field.key === key)
        ? 'Attachments'
        : asked.find((question) => question.key === key)?.section;
  const [current, setCurrent] = useState<StepName>(
    () => sectionOfKey(open[0]?.key ?? '') ?? steps.at(-1) ?? 'Order Information',
  );
  const inputs = useRef(new Map<string, NonNullable<AnswerInput>>());
  const [wanted, setWanted] = useState<{ readonly key: string } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const [isTold, setTold] = useState(false);
  const isChanged =
    [...Object.values(answers), storedLines, storedUnknown].some((text) => text !== '') ||
    attachments.some(({ key }) => attachedOf(key).length > 0);
  const letGo = useUnsavedWork(
    isChanged ? 'The order is not submitted. Its draft is kept in this browser.' : null,
  );

  useLayoutEffect(() => {
    if (wanted !== null) inputs.current.get(wanted.key)?.focus();
  }, [wanted]);

  const hold = (key: string) => (input: AnswerInput) => {
    if (input === null) inputs.current.delete(key);
    else inputs.current.set(key, input);
  };
  const write = (changes: Readonly<Record<string, string>>) =>
    session.write(Object.entries(changes).map(([column, value]) => ({ row: orderId, column, value })));

  /** Its lines come to those that stand, each with the price of then. */
  function takePast({ opportunity: of, dealerId, lines: past }: TakenOrder) {
    write({
      opportunity: of,
      dealerId: dealerId || (answers['dealerId'] ?? ''),
      [linesKey]: writeLines(addLines(lines, past)),
    });
    goTo(linesKey);
  }

  function goTo(key: string) {
    setCurrent(sectionOfKey(key) ?? current);
    setWanted({ key });
  }

  function goToStep(name: StepName) {
    setCurrent(name);
    const ofStep = asked.filter(({ section }) => section === name);
    const first = ofStep.find(({ key }) => open.some((fault) => fault.key === key)) ?? ofStep[0];
    const wantedKey = first?.key ?? (name === 'Attachments' ? attachments[0]?.key : undefined);
    if (wantedKey !== undefined) setWanted({ key: wantedKey });
  }

  /** From where the focus is to the next open point, around. */
  function turn(step: 1 | -1) {
    const keys = [...asked.map(({ key }) => key), unknownKey, linesKey, ...attachments.map(({ key }) => key)];
    const focused = [...inputs.current].find(([, input]) => input?.contains(document.activeElement))?.[0];
    const at = focused === undefined ? -1 : keys.indexOf(focused);
    const places = points.map(({ key }) => keys.indexOf(key)).toSorted((one, other) => one - other);
    const next =
      step === 1
        ? (places.find((place) => place > at) ?? places[0])
        : (places.findLast((place) => place < at) ?? places.at(-1));
    const key = next === undefined ? undefined : keys[next];
    if (key !== undefined) goTo(key);
  }

  async function submit() {
    if (isSending) return;
    setFailure(null);
    session.tellAll(orderId);
    setTold(true);
    const [first] = open;
    if (first !== undefined) {
      goTo(first.key);
      return;
    }
    if (unknown.length > 0) {
      goTo(unknownKey);
      setFailure(new Error(itemsNotKnown));
      return;
    }
    const [torn] = broken;
    if (torn !== undefined) {
      goTo(linesKey);
      const verdict = verdicts.get(torn.option);
      setFailure(
        new Error(verdict === undefined ? offeredNoMore(torn.option) : `${torn.option} ${verdict.sentence}.`),
      );
      return;
    }
    const [unsent] = openFiles;
    if (unsent !== undefined) {
      goTo(unsent.key);
      setFailure(new Error(`${unsent.sentence}.`));
      return;
    }
    setSending(true);
    try {
      const sent: SubmitOrderInput = {
        formId: form.id,
        formVersion: form.version,
        answers: asked.flatMap(({ key }) => {
          const value = answers[key] ?? '';
          return value === '' ? [] : { key, value };
        }),
        lines: lines.map(({ option, quantity, price }) => ({ option, quantity, price: price || null })),
        files: attachments.flatMap(({ key }) => {
          const fileIds = attachedOf(key).map(({ id }) => id);
          return fileIds.length === 0 ? [] : { key, fileIds };
        }),
        optionsHash: files.state === 'ready' ? files.optionsHash : null,
        idempotencyKey: session.getRows().get(orderId)!.idempotencyKey,
      };
      const order = await sendOnBadLine(() => submitOrder(sent));
      forgetOrderDraft(draftName);
      letGo();
      onSubmitted(order);
    } catch (refusal) {
      const key = refusal instanceof RequestFailure ? refusal.field : null;
      if (isKeyUsedForOther(refusal)) session.renewKey(orderId);
      if (key !== null && [...asked, ...attachments].some((field) => field.key === key)) {
        session.refuse(orderId, toSentence(refusal), key);
        goTo(key);
      } else {
        // Of all of them, or of one, which the sentence names.
        if (key?.split('.')[0] === 'lines') goTo(linesKey);
        setFailure(refusal);
        // Another file of options has come: it is opened, and marks what has changed.
        if (key === 'lines') await refreshFiles();
      }
      setSending(false);
    }
  }

  useScreenKeys(orderKeys, {
    next: (key) => turn(key === 'F8' ? 1 : -1),
    submit: () => void submit(),
  });

  const leftIn = (name: StepName) =>
    name === 'Options'
      ? broken.length + unknown.length
      : [...open, ...openFiles].filter(({ key }) => sectionOfKey(key) === name).length;
  const summaryOf = (name: StepName): string => {
    if (name === 'Options')
      return lines.length === 0 ? 'none chosen' : `${lines.length} chosen, ${totalOf(lines) ?? 'no total'}`;
    if (name === 'Attachments')
      return nameFiles(attachments.flatMap(({ key }) => attachedOf(key))) || 'no files';
    const fault = open.find(({ key }) => sectionOfKey(key) === name);
    if (fault !== undefined) return '';
    const shown = asked
      .filter(({ section }) => section === name)
      .map((question) => showAnswer(question, answers))
      .filter((text) => text !== '');
    return shown.slice(0, 4).join(', ');
  };

  return (
    <div className={styles.form}>
      <OrderPath
        steps={steps.map((name) => ({ name, left: leftIn(name) }))}
        current={current}
        onGo={(name) => goToStep(name as StepName)}
      />
      <div className={styles.sections}>
        {form.whyNot !== null && <ErrorAlert failure={new Error(form.whyNot)} />}
        {failure !== null && (
          <ErrorAlert failure={failure} title="The order was not submitted. Your draft is kept." />
        )}
        {form.takesLines && <OrderAgain {...{ form, files }} chosen={chosen} onTake={takePast} />}
        {steps.map((name, index) => {
          const next = steps[index + 1];
          return (
            <OrderSection
              key={name}
              name={name}
              isOpen={name === current}
              staysAlive={name === 'Attachments' && sending.size > 0}
              left={leftIn(name)}
              summary={summaryOf(name)}
              onOpen={() => goToStep(name)}
              onNext={next === undefined ? null : () => goToStep(next)}
            >
              {name === 'Attachments' ? (
                <OrderAttachments {...{ attachments, session, hold, renderFiles }} onSending={noteSending} />
              ) : name === 'Options' ? (
                <OrderOptions
                  {...{ files, offered, lines, unknown, verdicts }}
                  opportunity={chosen}
                  holdUnknown={hold(unknownKey)}
                  holdOptions={hold(linesKey)}
                  onChange={(changed, left) =>
                    write({ [linesKey]: writeLines(changed), [unknownKey]: writeUnknown(left) })
                  }
                />
              ) : (
                <div className={styles.fields}>
                  {asked
                    .filter(({ section }) => section === name)
                    .map((question) =>
                      question.kind === 'opportunity' ? (
                        <OpportunityPicker
                          key={question.key}
                          files={files}
                          chosen={chosen}
                          opportunity={opportunity}
                          isGone={isGone}
                          hold={hold(question.key)}
                          onChoose={(one) => {
                            write({
                              opportunity: one?.spaOppNumber ?? '',
                              dealerId: one?.customerNumber || (answers['dealerId'] ?? ''),
                              [linesKey]: '',
                              [unknownKey]: '',
                            });
                            setWanted({ key: one === null ? question.key : 'dealerId' });
                          }}
                        />
                      ) : (
                        <OrderQuestionInput
                          key={question.key}
                          question={question}
                          session={session}
                          hold={hold(question.key)}
                        />
                      ),
                    )}
                </div>
              )}
            </OrderSection>
          );
        })}
      </div>
      <OrderReview
        opportunity={opportunity?.opportunityName ?? chosen}
        poNumber={answers['poNumber'] ?? ''}
        lines={lines}
        open={points}
        isWhole={isTold}
        isSending={isSending}
        goTo={goTo}
        onSubmit={() => void submit()}
      />
    </div>
  );
}

function pointsOfOptions(unknown: number, broken: number): OrderFault[] {
  const say = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
  return [
    ...(unknown === 0
      ? []
      : [{ key: unknownKey, sentence: say(unknown, 'item is not known', 'items are not known') }]),
    ...(broken === 0
      ? []
      : [
          {
            key: linesKey,
            sentence: say(broken, 'option has to be put right', 'options have to be put right'),
          },
        ]),
  ];
}

/** The options stand behind the opportunity that they are of, files last. */
function stepsOf(form: Form): StepName[] {
  const sections: StepName[] = sectionsOf(form.parts.filter(isOrderPart));
  if (form.takesLines && sections.includes('Opportunity')) sections.push('Options');
  return form.attachments.length === 0 ? sections : [...sections, 'Attachments'];
}
