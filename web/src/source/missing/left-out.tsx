import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useSend } from '../../ui/send.ts'
import type { Detail } from '../settings.tsx'
import { sourceWords } from '../source.words.ts'

const verbs: Record<string, string> = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'del', PATCH: 'patch' }

export const verbOf = (method: string) => verbs[method] ?? 'other'

/** Parts whose page people have deleted or made plain text. */
export function LeftOut({ source: { source_id, left_out }, canPut }: { source: Detail; canPut: boolean }) {
  const t = useWords(sourceWords)
  const put = useSend(api.source.putBack, {
    failed: true,
    done: (_, { key }) => t.isBack(left_out.find((part) => part.key === key)?.title || String(key)),
  })
  if (left_out.length === 0) return null
  return (
    <section className="src-part" aria-labelledby="src-left-out">
      <h2 id="src-left-out">
        {t.leftOut} <span className="muted">{left_out.length}</span>
      </h2>
      <p className="src-help">{t.leftOutAbout}</p>
      <ul className="src-left">
        {left_out.map(({ kind, key, title, method, path }) => (
          <li key={`${kind} ${key}`}>
            {method && <span className={`verb ${verbOf(method)}`}>{method}</span>}
            <span className="grow">
              {title || key}
              {path && <small className="mono">{path}</small>}
            </span>
            {canPut && (
              <button type="button" className="btn small" disabled={put.busy} onClick={() => void put.send({ source_id, kind, key })}>
                {t.putBack}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
