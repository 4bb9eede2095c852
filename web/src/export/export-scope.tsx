import { Select } from 'antd'
import { useMemo } from 'react'
import { useWords } from '../lib/words.ts'
import { exportWords } from './export.words.ts'
import { catalogChoices, type Node, pageChoices, pagesIn, ROOT } from './export-part.ts'

export interface Scope {
  whole: boolean
  /** Undefined: not chosen yet. */
  cat_id: string | undefined
  page_id: string | undefined
}

interface Props {
  nodes: Node[]
  scope: Scope
  disabled: boolean
  onChange: (scope: Scope) => void
}

/** Everything, or by catalog and then page (SPEC 2). */
export function ExportScope({ nodes, scope, disabled, onChange }: Props) {
  const t = useWords(exportWords)
  const catalogs = useMemo(() => catalogChoices(nodes, t.root), [nodes, t])
  const pages = useMemo(() => (scope.cat_id === undefined ? [] : pageChoices(nodes, scope.cat_id)), [nodes, scope.cat_id])
  const one = (whole: boolean, name: string, text: string) => (
    <label className="export-card">
      <input type="radio" name="scope" checked={scope.whole === whole} onChange={() => onChange({ ...scope, whole })} />
      <span>
        <b>{name}</b>
        <small>{text}</small>
      </span>
    </label>
  )
  const search = { showSearch: { optionFilterProp: 'label' }, notFoundContent: t.noMatch, disabled, className: 'export-select' }
  return (
    <>
      <fieldset className="export-formats" disabled={disabled}>
        <legend className="label">{t.scope}</legend>
        {one(true, t.everything, t.everythingText(pagesIn(nodes)))}
        {one(false, t.part, t.partText)}
      </fieldset>
      {!scope.whole && (
        <div className="export-part">
          <label className="label" htmlFor="export-catalog">
            {t.catalog}
          </label>
          <Select
            {...search}
            id="export-catalog"
            value={scope.cat_id ?? null}
            placeholder={t.catalogHint}
            options={catalogs}
            onChange={(cat_id: string | null) => onChange({ whole: false, cat_id: cat_id ?? undefined, page_id: undefined })}
          />
          <label className="label" htmlFor="export-page">
            {t.page}
          </label>
          <Select
            {...search}
            id="export-page"
            value={scope.page_id ?? null}
            allowClear
            disabled={disabled || scope.cat_id === undefined}
            placeholder={scope.cat_id === ROOT ? t.pageHint : t.allPages}
            options={pages}
            onChange={(page_id: string | null | undefined) => onChange({ ...scope, page_id: page_id ?? undefined })}
          />
        </div>
      )}
    </>
  )
}
