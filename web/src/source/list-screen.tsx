import { useQuery } from '@tanstack/react-query'
import { Braces, Database, GitBranch, Hand, Plus, Upload } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { PushCode } from '../items/push/code.tsx'
import { api, read } from '../lib/api.ts'
import { shortDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import type { Info } from '../tree/item-tree.ts'
import { nameOf, ROOT, shapeOf } from '../tree/shape.ts'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { AddSource } from './add-dialog.tsx'
import { canManage, SourceFrame } from './frame.tsx'
import { sourcesWords } from './source.words.ts'
import { type Source, SourceCoverage, SourceState, useLabelOf } from './state.tsx'

/** The line for a build. */
export const pushCommand = (name: string, kind = 'openapi', file = 'openapi.json') =>
  kind === 'database' ? `npx --no-install sheaf-push database --name ${name}` : `npx --no-install sheaf-push openapi ${file} --name ${name}`

/** What waits for a decision, for those who can edit the catalog. */
function HeldNote({ source }: { source: Source }) {
  const t = useWords(sourcesWords)
  const labelOf = useLabelOf()
  const { source_id, item_id, held_seq, held_label, held_gone } = source
  return (
    <p className="line-note">
      <Hand className="i" aria-hidden="true" />
      <span className="grow">
        {held_seq === '0' ? t.heldPlain : t.heldText(Number(held_gone), labelOf({ seq: held_seq, label: held_label }))}
      </span>
      <Link to={paths.source(item_id, source_id)}>{t.decide}</Link>
    </p>
  )
}

function Row({ source, catalog }: { source: Source; catalog: string }) {
  const t = useWords(sourcesWords)
  const language = useLanguage()
  const labelOf = useLabelOf()
  const { item_id, source_id, name, title, version_time, pages, parts, state } = source
  const isDatabase = source.kind === 'database'
  const about = [title !== name && title, isDatabase ? t.kindDatabase : t.kind, catalog && t.inCatalog(catalog)].filter(Boolean).join(' · ')
  return (
    <li className="src-row">
      <span className="src-sign" aria-hidden="true">
        {isDatabase ? <Database className="i" /> : <Braces className="i" />}
      </span>
      <div className="src-name">
        <Link to={paths.source(item_id, source_id)}>{name}</Link>
        <small>{about}</small>
        <SourceCoverage source={source} />
      </div>
      <div className="src-version">
        {labelOf(source)}
        {Number(version_time) > 0 && <small>{t.updated(shortDate(Number(version_time), language))}</small>}
      </div>
      <div className="src-count">
        {t.pages(Number(pages))}
        <small>{t.parts(Number(parts))}</small>
      </div>
      <SourceState source={source} />
      {state === 'held' && <HeldNote source={source} />}
    </li>
  )
}

function First({ info, onAdd }: { info: Info; onAdd: () => void }) {
  const t = useWords(sourcesWords)
  return (
    <>
      <div className="src-ways">
        <section className="card src-card">
          <Upload className="i" aria-hidden="true" />
          <h2>{t.upload}</h2>
          <p>{t.uploadText}</p>
          {canManage(info) ? (
            <button type="button" className="btn primary small" onClick={onAdd}>
              {t.add}
            </button>
          ) : (
            <p className="muted">{t.uploadAsk}</p>
          )}
        </section>
        <section className="card src-card">
          <GitBranch className="i" aria-hidden="true" />
          <h2>{t.build}</h2>
          <p>{t.buildText}</p>
          <p className="muted">{t.keys}</p>
        </section>
      </div>
      <PushCode name={t.command} text={pushCommand('orders', 'openapi', 'orders.json')} />
    </>
  )
}

function Build({ name, kind, item_id, isManager }: { name: string; kind: string; item_id: string; isManager: boolean }) {
  const t = useWords(sourcesWords)
  return (
    <section className="src-build">
      <PushCode name={t.command} text={pushCommand(name, kind)} />
      <p className="help">
        {t.keys} {kind === 'database' && t.address}
      </p>
      <p className="help">
        <a href={paths.sourceFeed(item_id)}>{t.feed}</a>
      </p>
      {isManager && (
        <p className="help">
          <Link to={paths.itemSetting(item_id, 'environments')}>{t.environments}</Link>
        </p>
      )}
    </section>
  )
}

const Waiting = () => (
  <Skeleton>
    {['a', 'b', 'c'].map((key) => (
      <div key={key} className="src-wait">
        <Bone width={36} height={36} />
        <div>
          <Bone width="24%" height={14} />
          <Bone width="42%" />
        </div>
      </div>
    ))}
  </Skeleton>
)

function Sources({ info }: { info: Info }) {
  const t = useWords(sourcesWords)
  const [address, setAddress] = useSearchParams()
  const { item_id } = info
  const list = useQuery(read(api.source.list, { item_id }))
  const shape = useMemo(() => shapeOf(info), [info])
  const isAdding = canManage(info) && address.has('add')
  const setAdding = (on: boolean) => setAddress(on ? { add: '1' } : {}, { replace: true })
  const add = (
    <button type="button" className="btn primary" onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.add}
    </button>
  )
  const rows = list.data ?? []
  return (
    <>
      <PageHead
        back={{ to: paths.item(info), text: info.item_name }}
        title={t.title}
        about={list.data?.length === 0 ? t.emptyAbout : t.about}
        action={canManage(info) && rows.length > 0 && add}
      />
      {list.error && !list.data ? (
        <ErrorNote title={t.failed} error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <First info={info} onAdd={() => setAdding(true)} />
      ) : (
        <>
          <ul className="src-list" aria-label={t.title}>
            {rows.map((source) => (
              <Row
                key={source.source_id}
                source={source}
                catalog={source.cat_id === ROOT ? '' : nameOf(shape, { cat_id: source.cat_id })}
              />
            ))}
          </ul>
          <Build name={rows[0]?.name ?? ''} kind={rows[0]?.kind ?? ''} item_id={item_id} isManager={canManage(info)} />
        </>
      )}
      {isAdding && <AddSource info={info} onClose={() => setAdding(false)} />}
    </>
  )
}

/** /item/sources/{item_id}: what pages of an item are kept in step with. */
export function SourcesScreen() {
  const t = useWords(sourcesWords)
  const { item_id = '' } = useParams()
  return (
    <SourceFrame item_id={item_id} title={t.title} waiting={<Waiting />}>
      {(info) => <Sources info={info} />}
    </SourceFrame>
  )
}
