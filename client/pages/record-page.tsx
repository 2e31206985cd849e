// The page of one record, at whichever of its addresses (Specification 2).
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useFieldDefinitions } from '../features/fields/use-field-definitions.ts';
import { useSession } from '../features/identity/use-session.ts';
import {
  crumbsOf,
  findPlaceOfRecordType,
  menuItemPath,
  type MenuPlace,
} from '../features/menu/match-menu-item.ts';
import { actionsQuery, useMenu } from '../features/menu/use-menu.ts';
import { useRecordType } from '../features/records/record-type/use-record-type.ts';
import { KeptOfAbsent } from '../features/records/record-page/kept-of-absent.tsx';
import { RecordAbsent, RecordFailed, RecordFirst } from '../features/records/record-page/record-states.tsx';
import {
  hrefOfRecordPage,
  readRecordPlace,
  type RecordPlace,
} from '../features/records/record-page/record-place.ts';
import { findRecordRoute, mayOpen, type RecordRoute } from '../features/records/record-page/record-routes.ts';
import { RecordScreen } from '../features/records/record-page/record-screen.tsx';
import {
  RecordTransmissions,
  useRecordTransmissions,
} from '../features/transmissions/record-transmissions.tsx';
import { printItems, useRecordPrint } from '../features/record-print/use-record-print.tsx';
import { useRecordList } from '../features/records/record-page/use-record-list.ts';
import { useRecord } from '../features/records/record-page/use-record.ts';
import { useFieldRules } from '../features/records/use-field-rules.ts';
import { useStatusPath } from '../features/records/use-status-path.ts';
import { fromRecord, noteShownRecord } from '../features/records/way-back.ts';
import { useWork } from '../platform/change-reason.ts';
import { useScreenSource } from '../platform/change-source.ts';
import { findBlockingFailure, isSessionEnd } from '../platform/request-failure.ts';
import { useFieldOptions } from '../values/choices/use-field-options.ts';
import { useRecordConversation } from './use-record-conversation.tsx';
import { useRecordFiles } from './use-record-files.tsx';
import { useLineSections } from './use-record-lines.tsx';
import { useRecordTalk } from './use-record-talk.tsx';
import { useRecordTaking } from './use-record-taking.tsx';
import { useAddressChange } from '../ui/use-address-change.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { phonePage } from '../features/records/record-page/phone-page.ts';
import { useWhenIdle } from '../ui/use-when-idle.ts';
import { useRecordPane } from './use-record-pane.tsx';
import { useRecordProject, withParents } from './use-record-project.tsx';
import { useRecordObjects } from './use-record-objects.tsx';

export function RecordPage() {
  useScreenSource('RECORD_PAGE');
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const { tenantPath } = useSession();
  const menu = useMenu();
  const actions = useQuery(actionsQuery);
  const route = findRecordRoute(pathname.slice(tenantPath?.length ?? 0)) ?? 'record-details-viewer';
  const place = readRecordPlace(params);
  const failure = findBlockingFailure(menu, actions);
  if (failure !== null && !isSessionEnd(failure))
    return (
      <RecordFailed
        failure={failure}
        onRetry={() => void Promise.all([menu.refetch(), actions.refetch()])}
        crumbs={[]}
      />
    );
  if (menu.data === undefined || actions.data === undefined) return <RecordFirst crumbs={[]} />;
  const listed = place.recordTypeId === null ? null : findPlaceOfRecordType(menu.data, place.recordTypeId);
  const grants = listed && actions.data.get(listed.item.id);
  const { recordId, recordTypeId } = place;
  // What is not there and what is not for this role read alike.
  if (listed === null || recordId === null || recordTypeId === null || !grants || !mayOpen(route, grants))
    return <RecordAbsent to={listed === null ? null : listHref(listed, tenantPath, place)} />;
  return (
    <OpenedRecord
      key={recordTypeId}
      route={route}
      place={{ ...place, recordId, recordTypeId }}
      listed={listed}
      grants={grants}
      address={`${pathname}?${params}`}
    />
  );
}

type Listed = { readonly to: string; readonly name: string };

const listHref = (listed: MenuPlace, tenantPath: string | null, { list }: RecordPlace): Listed => ({
  to: `${tenantPath}/${menuItemPath(listed)}${list === null || list === '' ? '' : `?${list}`}`,
  name: listed.item.name,
});

type OpenedRecordProps = {
  route: RecordRoute;
  place: RecordPlace & { readonly recordId: number; readonly recordTypeId: number };
  listed: MenuPlace;
  grants: Parameters<typeof useLineSections>[2];
  address: string;
};

function OpenedRecord({ route, place, listed, grants, address }: OpenedRecordProps) {
  const { recordId, recordTypeId } = place;
  const { tenantPath } = useSession();
  const recordType = useRecordType(recordTypeId);
  const fields = useFieldDefinitions(recordTypeId);
  const record = useRecord(recordTypeId, recordId);
  // The parts of the page ask for both; asked here as well, they travel with the record.
  useFieldRules(recordTypeId);
  useStatusPath(recordTypeId);
  const recordTypes = recordType.data ? [recordType.data, ...recordType.data.relatedRecordTypes] : [];
  // What could be chosen is needed in Edit alone: it comes with it, or before it when nothing else is on its way.
  const [isChoosing, setChoosing] = useState(false);
  const isIdle = useWhenIdle(record.data != null && fields.data !== undefined);
  const { objects, options } = useRecordObjects(
    fields.data,
    useFieldOptions(recordTypeId, recordTypes, fields.data, isChoosing || isIdle),
  );
  const files = useRecordFiles(recordTypeId);
  const lines = useLineSections(recordTypeId, recordType.data, grants, recordId);

  const comments = useRecordTalk(recordId, recordTypeId, record.data?.enabled !== false);
  const taken = useRecordTaking(recordTypeId, record.data ?? null, fields.data, options);
  const pane = useRecordPane(
    recordTypeId,
    record.data ?? null,
    fields.data,
    recordType.data?.isSuper === false,
    taken,
  );

  // From the grid the fields are known, and both travel with the record.
  const isTransmitted = fields.data?.some(({ key }) => key === 'targetTransmissionTenant') === true;
  const conversation = useRecordConversation(recordId, recordTypeId, isTransmitted);
  const transmissions = useRecordTransmissions(recordId, recordTypeId, {
    version: record.data?.id === recordId ? record.data.version : null,
    enabled: isTransmitted,
  });

  const printing = useRecordPrint();

  const isPhone = useMediaQuery(phonePage);
  const changeAddress = useAddressChange();
  const inList = useRecordList({
    ...place,
    fields: fields.data,
    record: record.data ?? null,
    onPlace: (at) =>
      changeAddress((params) => {
        params.set('at', String(at));
        return params;
      }),
  });

  useEffect(() => noteShownRecord(recordTypeId, recordId), [recordTypeId, recordId]);
  const list = listHref(listed, tenantPath, place);
  const number = record.data && String(record.data.recordNumber ?? `ID ${record.data.id}`);
  useWork(number == null ? list.name : `${list.name} ${number}`);
  const project = useRecordProject(recordId, recordTypeId, { fields: fields.data, grants, address });
  const crumbs = withParents(
    crumbsOf(listed, { name: number ?? '…', wayBack: list.to }).map((crumb) =>
      crumb.to === list.to ? { ...crumb, state: fromRecord } : crumb,
    ),
    isPhone ? [] : project.parents,
  );
  const failure = findBlockingFailure(recordType, fields, record);
  if (failure !== null && !isSessionEnd(failure))
    return (
      <RecordFailed
        failure={failure}
        onRetry={() => void Promise.all([recordType.refetch(), fields.refetch(), record.refetch()])}
        crumbs={crumbs}
      />
    );
  if (!recordType.data || !fields.data || record.data === undefined) return <RecordFirst crumbs={crumbs} />;
  if (record.data === null)
    return (
      <RecordAbsent to={list}>
        <KeptOfAbsent
          {...{ recordTypeId, recordId, options }}
          fields={new Map(fields.data.map((field) => [field.key, field]))}
        />
      </RecordAbsent>
    );
  return (
    <>
      <RecordScreen
        recordType={recordType.data}
        record={record.data}
        fields={fields.data}
        options={options}
        onChoosing={() => setChoosing(true)}
        objects={objects}
        files={files}
        lines={lines.sections}
        linesAsWritten={lines.asWritten}
        list={inList}
        onGo={({ recordId: id, at }) =>
          changeAddress((params) => {
            params.set('recordId', String(id));
            params.set('at', String(at));
            params.delete('page');
            return params;
          })
        }
        pane={{ ...pane, comments, ...(conversation && { conversation }) }}
        project={project.tree}
        below={project.below}
        taking={taken?.form ?? null}
        transmissions={isTransmitted && <RecordTransmissions all={transmissions} />}
        menuItems={printItems(record.data.id, printing.ask)}
        route={route}
        recordHref={hrefOfRecordPage({
          ...place,
          tenantPath: tenantPath ?? '',
          route: 'record-details-viewer',
        })}
        grants={grants}
        crumbs={crumbs}
        address={address}
        isLate={record.isPlaceholderData}
      />
      {printing.dialog}
    </>
  );
}
