import { useWords } from '../../lib/words.ts'
import { addItemWords } from './add-item.words.ts'

const kinds = [
  ['kindMarkdown', '.zip .md', 'kindMarkdownHelp'],
  ['kindExport', '.zip', 'kindExportHelp'],
  ['kindOpenapi', '.json .yaml', 'kindOpenapiHelp'],
  ['kindPostman', '.json', 'kindPostmanHelp'],
  ['kindHar', '.har', 'kindHarHelp'],
] as const

/** Everything that can be imported, and what becomes of it. */
export function ImportKinds() {
  const t = useWords(addItemWords)
  return (
    <dl className="import-kinds" aria-label={t.kinds}>
      {kinds.map(([name, suffixes, help]) => (
        <div key={name}>
          <dt>
            {t[name]} <span className="mono">{suffixes}</span>
          </dt>
          <dd>{t[help]}</dd>
        </div>
      ))}
    </dl>
  )
}
