import './export.css'
import { useQuery } from '@tanstack/react-query'
import { FileArchive, FileText, FolderOpen, Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { api, isNoAccess, read } from '../lib/api.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { Combobox } from '../ui/forms/combobox.tsx'
import { FieldFrame } from '../ui/forms/field.tsx'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { exportWords } from './export.words.ts'
import { catalogChoices, type Node, type Outline, pageChoices, pagesIn, ROOT } from './outline.ts'
import { ExportProgress, useExport } from './progress.tsx'

interface Scope {
  whole: boolean
  /** Undefined: not chosen yet. */
  cat_id: string | undefined
  page_id: string | undefined
}

interface ScopeProps {
  nodes: Node[]
  scope: Scope
  disabled: boolean
  onChange: (scope: Scope) => void
}

/** Selects the whole item, or a catalog and then optionally a page (SPEC 2). */
function ExportScope({ nodes, scope, disabled, onChange }: ScopeProps) {
  const t = useWords(exportWords)
  const catalogs = useMemo(() => catalogChoices(nodes, t.root), [nodes, t])
  const pages = useMemo(() => (scope.cat_id === undefined ? [] : pageChoices(nodes, scope.cat_id)), [nodes, scope.cat_id])
  const option = (whole: boolean, name: string, text: string) => (
    <label className="choice export-card">
      <input type="radio" name="scope" checked={scope.whole === whole} onChange={() => onChange({ ...scope, whole })} />
      <span>
        <b>{name}</b>
        <small>{text}</small>
      </span>
    </label>
  )
  return (
    <>
      <fieldset className="export-formats" disabled={disabled}>
        <legend className="label">{t.scope}</legend>
        {option(true, t.everything, t.everythingText(pagesIn(nodes)))}
        {option(false, t.part, t.partText)}
      </fieldset>
      {!scope.whole && (
        <div className="export-part">
          <FieldFrame label={t.catalog}>
            {(control) => (
              <Combobox
                {...control}
                value={scope.cat_id}
                placeholder={t.catalogHint}
                disabled={disabled}
                options={catalogs}
                onChange={(cat_id) => onChange({ whole: false, cat_id, page_id: undefined })}
              />
            )}
          </FieldFrame>
          <FieldFrame label={t.page}>
            {(control) => (
              <Combobox
                {...control}
                value={scope.page_id}
                disabled={disabled || scope.cat_id === undefined}
                placeholder={scope.cat_id === ROOT ? t.pageHint : t.allPages}
                options={pages}
                onChange={(page_id) => onChange({ ...scope, page_id })}
                onClear={() => onChange({ ...scope, page_id: undefined })}
              />
            )}
          </FieldFrame>
        </div>
      )}
    </>
  )
}

type Format = 'word' | 'markdown' | 'html' | 'pdf'

const formats = [
  ['word', FileText, 'wordText'],
  ['markdown', FileArchive, 'markdownText'],
  ['html', FolderOpen, 'htmlText'],
  ['pdf', Printer, 'pdfText'],
] as const

interface Props {
  format: Format
  disabled: boolean
  onChange: (format: Format) => void
}

/** The four export formats. */
function ExportFormats({ format, disabled, onChange }: Props) {
  const t = useWords(exportWords)
  return (
    <fieldset className="export-formats" disabled={disabled}>
      <legend className="label">{t.format}</legend>
      {formats.map(([name, Icon, text]) => (
        <label key={name} className="choice export-card">
          <input type="radio" name="format" value={name} checked={name === format} onChange={() => onChange(name)} />
          <Icon className="i" aria-hidden="true" />
          <span>
            <b>{t[name]}</b>
            <small>{t[text]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** /item/export/{item_id} */
export function ExportScreen() {
  const { item_id = '' } = useParams()
  const t = useWords(exportWords)
  const { data, error, refetch } = useQuery(read(api.export.outline, { item_id }))
  const refused = isNoAccess(error)
  const isEmpty = data && pagesIn(data.nodes) === 0
  return (
    <Screen title={data ? t.titleOf(data.item_name) : t.title}>
      <div className="screen export-screen">
        {refused || isEmpty ? (
          <Empty
            heading
            title={refused ? t.refused : t.empty}
            actions={
              <Link className="btn" to={refused ? paths.items() : paths.item({ item_id })}>
                {refused ? t.toItems : t.toItem}
              </Link>
            }
          >
            {refused ? t.refusedText : t.emptyText}
          </Empty>
        ) : data ? (
          <ExportForm item_id={item_id} outline={data} />
        ) : error ? (
          <ErrorNote title={t.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton>
            <Bone width={220} height={28} />
            <Bone height={76} />
            <Bone height={76} />
          </Skeleton>
        )}
      </div>
    </Screen>
  )
}

/** The scope in the address: a page, a catalog, or the whole item. */
function scopeIn(address: URLSearchParams, { nodes }: Outline): Scope {
  const page = nodes.find((node) => node.kind === 'page' && node.id === address.get('page_id'))
  const catalog = nodes.find((node) => node.kind === 'catalog' && node.id === address.get('cat_id'))
  return { whole: !page && !catalog, cat_id: page?.parent ?? catalog?.id, page_id: page?.id }
}

function ExportForm({ item_id, outline }: { item_id: string; outline: Outline }) {
  const t = useWords(exportWords)
  const go = useNavigate()
  const [address] = useSearchParams()
  const [format, setFormat] = useState<Format>('word')
  const [scope, setScope] = useState(() => scopeIn(address, outline))
  const [missing, setMissing] = useState(false)
  const { state, start, cancel } = useExport()
  const working = state.at === 'working'
  const isChosen = scope.whole || scope.page_id !== undefined || (scope.cat_id !== undefined && scope.cat_id !== ROOT)

  const send = () => {
    setMissing(!isChosen)
    if (!isChosen) return
    const part = scope.whole
      ? { cat_id: '', page_id: '' }
      : { cat_id: scope.page_id ? '' : (scope.cat_id ?? ''), page_id: scope.page_id ?? '' }
    if (format === 'pdf') go(paths.exportPrint(item_id, part))
    else void start({ format, item_id, ...part })
  }
  return (
    <>
      <PageHead back={{ to: paths.item({ item_id }), text: t.back }} title={t.titleOf(outline.item_name)} about={t.about} />
      <ExportFormats format={format} disabled={working} onChange={setFormat} />
      <ExportScope
        nodes={outline.nodes}
        scope={scope}
        disabled={working}
        onChange={(next) => {
          setScope(next)
          setMissing(false)
        }}
      />
      {missing && <FieldError>{t.choose}</FieldError>}
      {!working && (
        <button type="button" className="btn primary large" onClick={send}>
          {format === 'pdf' ? t.goPrint : t.go}
        </button>
      )}
      <ExportProgress state={state} onCancel={cancel} onRetry={send} />
    </>
  )
}
