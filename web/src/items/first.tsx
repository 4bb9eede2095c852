import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { api, requestId } from '../lib/api.ts'
import { useNavigate } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useSend } from '../ui/send.ts'
import { itemsWords } from './items.words.ts'

function Step({ title, text, picture, children }: { title: string; text: string; picture: ReactNode; children: ReactNode }) {
  return (
    <li className="first-step">
      <svg className="pic" viewBox="0 0 64 52" aria-hidden="true">
        {picture}
      </svg>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {children}
    </li>
  )
}

const slip = (x: number, dashed = false) => <rect x={x} y="6" width="12" height="40" rx="3" {...(dashed && { strokeDasharray: '3 3.4' })} />

/** Creates the example item in the language of the user and opens it. */
export function useExample() {
  const language = useLanguage()
  const navigate = useNavigate()
  // A repetition after no answer makes no second item (W15); another language is another item.
  const [ids] = useState(() => new Map<string, string>())
  const make = async () => {
    const request_id = ids.get(language) ?? requestId()
    ids.set(language, request_id)
    return (await import('./add/import-state.ts')).makeExample(language, request_id)
  }
  const { send, busy, isDone, error } = useSend(make, {
    changes: api.item.add,
    // The list that has the item shows no example any more: this component is gone after the refresh.
    refresh: 'later',
    onDone: (item_id) => navigate(paths.item({ item_id })),
  })
  return { add: () => void send(undefined), isStarted: busy || isDone, error }
}

/** Shown to a user without items: offers an import, a new item or an example. */
export function FirstVisit() {
  const t = useWords(itemsWords)
  const { add, isStarted, error } = useExample()
  return (
    <div className="first-visit">
      <h1>{t.firstTitle}</h1>
      <p>{t.firstText}</p>
      <ul>
        <Step
          title={t.firstImport}
          text={t.firstImportText}
          picture={
            <>
              {slip(6)}
              {slip(22)}
              <path d="M2 20h36M2 23.5h36" />
              <path className="cord" d="M62 26H48m5-5-5 5 5 5" />
            </>
          }
        >
          <Link className="btn primary" to={paths.addItem('import')}>
            {t.firstImportDo}
          </Link>
        </Step>
        <Step
          title={t.firstCreate}
          text={t.firstCreateText}
          picture={
            <>
              {slip(10)}
              {slip(26, true)}
              <path d="M6 20h20M6 23.5h20" />
              <path className="cord" d="M52 20v12M46 26h12" />
            </>
          }
        >
          <Link className="btn" to={paths.addItem()}>
            {t.firstCreateDo}
          </Link>
        </Step>
        <Step
          title={t.firstExample}
          text={t.firstExampleText}
          picture={
            <>
              {slip(6)}
              {slip(22)}
              {slip(38)}
              <path d="M2 20h52M2 23.5h52" />
              <path className="cord" d="M28 30v9M44 30v6" />
            </>
          }
        >
          <button type="button" className="btn" disabled={isStarted} onClick={add}>
            {isStarted ? t.firstExampleBusy : t.firstExampleDo}
          </button>
        </Step>
      </ul>
      {error && (
        <p className="line-note bad" role="alert">
          {error.message}
        </p>
      )}
    </div>
  )
}
