import { useId } from 'react'
import { clock } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { consoleWords } from '../console.words.ts'
import { isForbiddenHeader, type Row } from '../request/values.ts'
import { AuthorizationPart } from './authorization.tsx'
import { BodyPart } from './body.tsx'
import { Rows, Section, ValueLine } from './rows.tsx'
import type { Console } from './use-console.ts'

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
