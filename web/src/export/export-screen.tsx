import './export.css'
import { useQuery } from '@tanstack/react-query'
import { FileArchive, FileText, FolderOpen, Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { api, isNoAccess, read } from '../lib/api.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { paths, selectionIn, selectionText } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { Combobox } from '../ui/forms/combobox.tsx'
import { FieldFrame } from '../ui/forms/field.tsx'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { exportWords } from './export.words.ts'
import { catalogChoices, type Node, type Outline, pageChoices, pagesIn, ROOT, selectedNodes } from './outline.ts'
import { ExportProgress, useExport } from './progress.tsx'

type Selection = ReturnType<typeof selectedNodes>

interface Scope {
  of: 'whole' | 'selection' | 'part'
  /** Undefined: not chosen yet. */
  cat_id: string | undefined
  page_id: string | undefined
}

interface ScopeProps {
  nodes: Node[]
  /** What was selected in the tree; undefined for nothing. */
  selection: Selection | undefined
  scope: Scope
  disabled: boolean
  onChange: (scope: Scope) => void
}

/** Selects the whole item, what was selected in its tree, or a catalog and then optionally a page (SPEC 2). */
function ExportScope({ nodes, selection, scope, disabled, onChange }: ScopeProps) {
  const t = useWords(exportWords)
  const catalogs = useMemo(() => catalogChoices(nodes, t.root), [nodes, t])
  const pages = useMemo(() => (scope.cat_id === undefined ? [] : pageChoices(nodes, scope.cat_id)), [nodes, scope.cat_id])
  const option = (of: Scope['of'], name: string, text: string) => (
    <label className="choice export-card">
      <input type="radio" name="scope" checked={scope.of === of} onChange={() => onChange({ ...scope, of })} />
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
        {selection && option('selection', t.selection, t.selectionText(selection.pages, selection.catalogs, both(selection)))}
        {option('whole', t.everything, t.everythingText(pagesIn(nodes)))}
        {option('part', t.part, t.partText)}
      </fieldset>
      {scope.of === 'part' && (
        <div className="export-part">
          <FieldFrame label={t.catalog}>
            {(control) => (
              <Combobox
                {...control}
                value={scope.cat_id}
                placeholder={t.catalogHint}
                disabled={disabled}
                options={catalogs}
                onChange={(cat_id) => onChange({ of: 'part', cat_id, page_id: undefined })}
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
  return { of: page || catalog ? 'part' : 'whole', cat_id: page?.parent ?? catalog?.id, page_id: page?.id }
}

function selectionOf(address: URLSearchParams, { nodes }: Outline): Selection | undefined {
  const selection = selectedNodes(nodes, selectionIn(address.get('lines') ?? ''))
  return selection.pages > 0 ? selection : undefined
}

const both = ({ pages, catalogs }: Selection) => (pages > 0 && catalogs > 0 ? 'yes' : 'no')

const WHOLE = { cat_id: '', page_id: '' }

function ExportForm({ item_id, outline }: { item_id: string; outline: Outline }) {
  const t = useWords(exportWords)
  const go = useNavigate()
  const [address] = useSearchParams()
  const [format, setFormat] = useState<Format>('word')
  const selection = useMemo(() => selectionOf(address, outline), [address, outline])
  const [scope, setScope] = useState<Scope>(() => ({ ...scopeIn(address, outline), ...(selection && { of: 'selection' }) }))
  const [missing, setMissing] = useState(false)
  const { state, start, cancel } = useExport()
  const working = state.at === 'working'
  const isChosen = scope.of !== 'part' || scope.page_id !== undefined || (scope.cat_id !== undefined && scope.cat_id !== ROOT)

  const send = () => {
    setMissing(!isChosen)
    if (!isChosen) return
    if (scope.of === 'selection' && selection) {
      const { lines } = selection
      if (format === 'pdf') go(paths.exportPrint(item_id, { lines: selectionText(lines) }))
      else void start({ format, item_id, cat_id: '', page_id: '', lines: JSON.stringify(lines) })
      return
    }
    const part = scope.of === 'part' ? { cat_id: scope.page_id ? '' : (scope.cat_id ?? ''), page_id: scope.page_id ?? '' } : WHOLE
    if (format === 'pdf') go(paths.exportPrint(item_id, part))
    else void start({ format, item_id, ...part })
  }
  return (
    <>
      <PageHead back={{ to: paths.item({ item_id }), text: outline.item_name }} title={t.title} about={t.about} />
      <ExportFormats format={format} disabled={working} onChange={setFormat} />
      <ExportScope
        nodes={outline.nodes}
        selection={selection}
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
