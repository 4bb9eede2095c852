import { useWords } from '../../lib/words.ts'
import { Select } from '../../ui/forms/select.tsx'
import { consoleWords } from '../console.words.ts'
import type { Auth } from '../request/values.ts'
import { Section, ValueLine } from './rows.tsx'
import type { Console } from './use-console.ts'

const kinds = ['', 'bearer', 'basic', 'header', 'query'] as const

/** How the request authenticates. What is typed here holds for all operations of the item. */
export function AuthorizationPart({ state }: { state: Console }) {
  const t = useWords(consoleWords)
  const { auth, call, isOnDevice, isByServer } = state
  const names: Record<Auth['kind'], string> = {
    '': t.none,
    bearer: t.bearer,
    basic: t.basic,
    header: t.keyInHeader,
    query: t.keyInQuery,
  }
  const set = (change: Partial<Auth>) => state.setAuth({ ...auth, ...change })
  const choose = (kind: string) => {
    const known = kinds.find((one) => one === kind) ?? ''
    set({ kind: known, key: call.schemes.find((scheme) => scheme.kind === known)?.key ?? auth.key })
  }
  const cookies = call.schemes.filter(({ kind }) => kind === 'cookie').map(({ key }) => key)
  return (
    <Section title={t.authorization} note={isByServer ? t.throughServer : isOnDevice ? t.staysOnDevice : t.staysInTab}>
      <div className="try-line">
        <div className="try-name plain">{t.scheme}</div>
        <Select aria-label={t.scheme} value={auth.kind} onChange={choose}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {names[kind]}
            </option>
          ))}
        </Select>
      </div>
      {auth.kind === 'bearer' && (
        <ValueLine isWord label={t.token} name={t.token} isSecret value={auth.value} onChange={(value) => set({ value })} />
      )}
      {auth.kind === 'basic' && (
        <>
          <ValueLine isWord label={t.user} name={t.user} value={auth.user} onChange={(user) => set({ user })} />
          <ValueLine isWord label={t.password} name={t.password} isSecret value={auth.value} onChange={(value) => set({ value })} />
        </>
      )}
      {(auth.kind === 'header' || auth.kind === 'query') && (
        <>
          <ValueLine isWord label={t.keyName} name={t.keyName} value={auth.key} onChange={(key) => set({ key })} />
          <ValueLine isWord label={t.key} name={t.key} isSecret value={auth.value} onChange={(value) => set({ value })} />
        </>
      )}
      {cookies.map((name) => (
        <p key={name} className="line-note info">
          {t.cookieScheme(name)}
        </p>
      ))}
    </Section>
  )
}
