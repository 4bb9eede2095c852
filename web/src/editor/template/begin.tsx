import { useLanguage, useWords } from '../../lib/words.ts'
import type { Editing } from '../view.ts'
import { putBuiltIn } from './insert.ts'
import { kinds } from './menu.tsx'
import { templateWords } from './template.words.ts'

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
