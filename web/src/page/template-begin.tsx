import { useLanguage, useWords } from '../lib/words.ts'
import type { Editing } from './editor-view.ts'
import { templateWords } from './template.words.ts'
import { putBuiltIn } from './template-insert.ts'
import { kinds } from './template-menu.tsx'

/** What stands in the preview of an empty page: three ways to begin. */
export function TemplateBegin({ editing }: { editing: Editing }) {
  const t = useWords(templateWords)
  const language = useLanguage()
  return (
    <p className="muted tp-begin">
      {t.begin}
      {kinds.map(([kind, Icon]) => (
        <button key={kind} type="button" className="btn quiet s" onClick={() => void putBuiltIn(editing.view, kind, language)}>
          <Icon className="i" aria-hidden="true" />
          {t[kind]}
        </button>
      ))}
    </p>
  )
}
