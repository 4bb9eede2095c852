import { useMemo } from 'react'
import { useWords } from '../lib/words.ts'
import { Combobox } from '../ui/forms/combobox.tsx'
import { FieldFrame } from '../ui/forms/field.tsx'
import { exportWords } from './export.words.ts'
import { catalogChoices, type Node, pageChoices, pagesIn, ROOT } from './export-part.ts'

export interface Scope {
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

/** Everything, or by catalog and then page (SPEC 2). */
export function ExportScope({ nodes, scope, disabled, onChange }: ScopeProps) {
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
  return (
    <>
      <fieldset className="export-formats" disabled={disabled}>
        <legend className="label">{t.scope}</legend>
        {one(true, t.everything, t.everythingText(pagesIn(nodes)))}
        {one(false, t.part, t.partText)}
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
