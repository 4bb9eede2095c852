import { type KeyboardEvent, useState } from 'react'
import { pushWords } from '../items/push/push.words.ts'
import { useBoot } from '../lib/boot.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ApiExample, type ApiExampleName, apiExamples } from './api-way.tsx'
import { settingWords } from './screen.words.ts'

interface Props {
  api_key: string
  api_token: string
  /** The token may be read on the screen. */
  shown: boolean
}

const HIDDEN = '••••••••'
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** How programs use the key: ready to copy, for this item. */
export function SettingApiHelp({ api_key, api_token, shown }: Props) {
  const t = useWords(settingWords)
  const words = useWords(pushWords)
  const language = useLanguage()
  const { site } = useBoot()
  const [way, setWay] = useState<ApiExampleName>('page')
  const whole = { site, api_key, api_token, language }
  const turn = (event: KeyboardEvent<HTMLElement>) => {
    const next = apiExamples[
      (apiExamples.indexOf(way) + (steps[event.key] ?? 0) + apiExamples.length) % apiExamples.length
    ] as ApiExampleName
    if (next === way) return
    event.preventDefault()
    setWay(next)
    event.currentTarget.querySelectorAll('button')[apiExamples.indexOf(next)]?.focus()
  }
  return (
    <div className="auto-help setting-help">
      <h2>{t.use}</h2>
      <div className="seg push-ways" role="tablist" aria-label={words.ways} onKeyDown={turn}>
        {apiExamples.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={one === way}
            aria-controls="push-way"
            tabIndex={one === way ? 0 : -1}
            onClick={() => setWay(one)}
          >
            {words[one]}
          </button>
        ))}
      </div>
      <div id="push-way" className="push-way" role="tabpanel" aria-label={words[way]}>
        <ApiExample way={way} whole={whole} shown={shown ? whole : { ...whole, api_token: HIDDEN }} />
        <p className="help">{words.holds}</p>
      </div>
    </div>
  )
}
