import { useId } from 'react'
import { clock } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { Select } from '../../ui/forms/select.tsx'
import { consoleWords } from '../console.words.ts'
import { type Auth, isForbiddenHeader, type Row } from '../request/values.ts'
import { BodyPart } from './body.tsx'
import { Rows, Section, ValueLine } from './rows.tsx'
import type { Console } from './use-console.ts'

const kinds = ['', 'bearer', 'basic', 'header', 'query'] as const

/** How the request authenticates. What is typed here holds for all operations of the item. */
function AuthorizationPart({ state }: { state: Console }) {
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

function VariablesPart({ state }: { state: Console }) {
  const t = useWords(consoleWords)
  if (state.variables.length === 0) return null
  return (
    <Section title={t.variables} note={t.variablesAbout}>
      {state.variables.map(({ name, value, isSecret }) => (
        <ValueLine
          key={name}
          label={<span>{`{{${name}}}`}</span>}
          name={name}
          value={value}
          isSecret={isSecret}
          onChange={(next) => state.setVariable(name, next)}
        />
      ))}
    </Section>
  )
}

function RecentPart({ state }: { state: Console }) {
  const t = useWords(consoleWords)
  const { recent } = state
  if (recent.length === 0) return null
  return (
    <details className="try-recent">
      <summary>{t.recent(recent.length)}</summary>
      <ul>
        {recent.map((one) => {
          const time = clock(new Date(one.at))
          return (
            <li key={one.at}>
              <button type="button" className="link" aria-label={t.useAgain(time)} onClick={() => state.useAgain(one)}>
                {time}
              </button>
              <span className="cut">{one.env_name}</span>
              <span>{one.status > 0 ? one.status : t.noStatus}</span>
            </li>
          )
        })}
      </ul>
      <p className="try-about">
        {t.recentAbout}{' '}
        <button type="button" className="link" onClick={state.forget}>
          {t.forget}
        </button>
      </p>
    </details>
  )
}

function KeepPart({ state }: { state: Console }) {
  const t = useWords(consoleWords)
  const id = useId()
  return (
    <div className="try-keep">
      <label className="check">
        <input
          type="checkbox"
          checked={state.isOnDevice}
          aria-describedby={id}
          onChange={(event) => state.keepOnDevice(event.target.checked)}
        />
        {t.keep}
      </label>
      <p className="try-about" id={id}>
        {t.keepHelp}
      </p>
    </div>
  )
}

/** All that a person can change of the request. */
export function RequestForm({ state }: { state: Console }) {
  const t = useWords(consoleWords)
  const { call, values } = state
  const set = (part: 'path' | 'query' | 'headers' | 'cookies') => (rows: Row[]) => state.setValues({ ...values, [part]: rows })
  return (
    <div className="try-body">
      <AuthorizationPart state={state} />
      <VariablesPart state={state} />
      {values.path.length > 0 && (
        <Section title={t.path}>
          <Rows rows={values.path} fields={call.in_path} onChange={set('path')} />
        </Section>
      )}
      <Section title={t.query}>
        <Rows rows={values.query} fields={call.in_query} onChange={set('query')} add={t.addQuery} />
      </Section>
      <Section title={t.headers}>
        <Rows
          rows={values.headers}
          fields={call.in_headers}
          onChange={set('headers')}
          add={t.addHeader}
          noteOf={(name) => (isForbiddenHeader(name) ? t.forbidden : undefined)}
        />
      </Section>
      {values.cookies.length > 0 && (
        <Section title={t.cookies}>
          <p className="try-about">{t.cookiesAbout}</p>
          <Rows rows={values.cookies} fields={call.in_cookies} onChange={set('cookies')} />
        </Section>
      )}
      <BodyPart state={state} />
      <KeepPart state={state} />
      <RecentPart state={state} />
    </div>
  )
}
