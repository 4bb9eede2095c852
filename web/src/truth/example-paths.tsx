import { useWords } from '../lib/words.ts'
import { Marked } from '../ui/text/marked.tsx'
import type { Reason } from './sentences.ts'
import { reasonWords } from './truth.words.ts'

/** Where the answer of a failing example differed; the server names it to editors alone. */
export function ExamplePaths({ reason: { paths = [] } }: { reason: Reason }) {
  const t = useWords(reasonWords)
  if (paths.length === 0) return null
  const sentence = ({ path, problem }: (typeof paths)[number]) => {
    const name = path.replaceAll('`', "'")
    if (problem === 'missing') return t.pathMissing(name)
    if (problem === 'type') return t.pathType(name)
    if (problem === 'value') return t.pathValue(name)
    return problem === 'status' ? t.pathStatus : t.pathForm
  }
  return (
    <ul className="truth-paths">
      {paths.map((one, at) => (
        <li key={`${at + 1}`}>
          <Marked text={sentence(one)} />
        </li>
      ))}
    </ul>
  )
}
