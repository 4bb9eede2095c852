import { api } from '../../lib/api.ts'
import { shortDate } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useSend } from '../../ui/send.ts'
import type { Detail } from '../settings.tsx'
import { instanceWords } from './instances.words.ts'

/** Other instances of a database, and how many differences each has. */
export function Instances({ source: { source_id, instances }, isManager }: { source: Detail; isManager: boolean }) {
  const t = useWords(instanceWords)
  const language = useLanguage()
  const remove = useSend(api.source.removeInstance, { failed: true, done: (_, { instance }) => t.removed(String(instance)) })
  if (instances.length === 0) return null
  return (
    <section className="src-part" aria-labelledby="src-instances">
      <h2 id="src-instances">
        {t.title} <span className="muted">{instances.length}</span>
      </h2>
      <p className="src-help">{t.about}</p>
      <ul className="src-left">
        {instances.map(({ name, label, check_time, is_compared, differences }) => {
          const count = Number(differences)
          const state = is_compared === '0' ? t.waits : count === 0 ? t.same : t.differs(count)
          return (
            <li key={name}>
              <span className="grow">
                <span className="mono">{name}</span>
                <small>{[state, t.compared(shortDate(Number(check_time), language)), label].filter(Boolean).join(' · ')}</small>
              </span>
              {isManager && (
                <button
                  type="button"
                  className="btn small"
                  disabled={remove.busy}
                  aria-label={`${t.remove} ${name}`}
                  onClick={() => void remove.send({ source_id, instance: name })}
                >
                  {t.remove}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
