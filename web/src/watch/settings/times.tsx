import { codes, factsOf } from '@sheaf/contract/languages'
import { useState } from 'react'
import { useLanguage, useWords } from '../../lib/words.ts'
import { zoneHere, zoneName, zoneOffset, zones } from '../../session/zone.ts'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { Select } from '../../ui/forms/select.tsx'
import type { Saving } from './saving.ts'
import { watchSettingWords } from './settings.words.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const days = [1, 2, 3, 4, 5, 6, 7] as const

const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

interface HourProps {
  label: string
  value: string
  disabled?: boolean
  /** An entry without an hour. */
  none?: string
  onChange: (value: string) => void
}

const Hour = ({ label, none, ...select }: HourProps) => (
  <Select small aria-label={label} {...select}>
    {none !== undefined && <option value="">{none}</option>}
    {hours.map((hour) => (
      <option key={hour} value={hour}>
        {clockOf(hour)}
      </option>
    ))}
  </Select>
)

/** The zone in words, and a search for another one. */
function Zone({ saving: { settings, choose } }: { saving: Saving }) {
  const t = useWords(watchSettingWords)
  const language = useLanguage()
  const [isChanging, setChanging] = useState(false)
  const zone = settings.zone || zoneHere()
  const change = (name: string) => {
    choose({ zone: name })
    setChanging(false)
  }
  return (
    <>
      <p className="help watch-zone">
        <b translate="no">{t.zone(zoneName(zone, language), zoneOffset(zone))}</b> {t.quietHelp}{' '}
        {!isChanging && (
          <button type="button" className="watch-link" onClick={() => setChanging(true)}>
            {t.changeZone}
          </button>
        )}
      </p>
      {isChanging && (
        <div className="watch-zones">
          <Combobox
            aria-label={t.zoneLabel}
            options={zones().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
            placeholder={t.zonePlaceholder}
            empty={t.zoneNone}
            value={zone}
            onChange={change}
          />
        </div>
      )}
    </>
  )
}

const NIGHT = { from: 19, to: 8 }

/** When a digest is sent, and when no mail is sent. */
export function Times({ saving }: { saving: Saving }) {
  const t = useWords(watchSettingWords)
  const { settings, choose } = saving
  const language = useLanguage()
  const { quiet } = settings
  const isQuiet = quiet.from !== quiet.to
  const setFrom = (value: string) => {
    if (value === '') return choose({ quiet: { ...quiet, from: 0, to: 0 } })
    const from = Number(value)
    const to = isQuiet ? quiet.to : NIGHT.to
    // The same hour twice would mean no quiet hours.
    choose({ quiet: { ...quiet, from, to: from === to ? (to + 1) % 24 : to } })
  }
  const setTo = (value: string) =>
    choose({ quiet: Number(value) === quiet.from ? { ...quiet, from: 0, to: 0 } : { ...quiet, to: Number(value) } })
  const toggle = (day: number) =>
    choose({ quiet: { ...quiet, days: quiet.days.includes(day) ? quiet.days.filter((one) => one !== day) : [...quiet.days, day].sort() } })
  return (
    <>
      <div className="watch-times">
        <fieldset>
          <legend className="label">{t.digestAt}</legend>
          <div className="row">
            <Hour label={t.digestAt} value={settings.digest_hour} onChange={(digest_hour) => choose({ digest_hour })} />
            <Select small aria-label={t.digestDay} value={settings.digest_day} onChange={(digest_day) => choose({ digest_day })}>
              {days.map((day) => (
                <option key={day} value={day}>
                  {t[`day${day}`]}
                </option>
              ))}
            </Select>
          </div>
        </fieldset>
        <fieldset>
          <legend className="label">{t.quiet}</legend>
          <div className="row">
            <Hour label={t.quietFrom} none={t.noQuiet} value={isQuiet ? String(quiet.from) : ''} onChange={setFrom} />
            {isQuiet && <Hour label={t.quietTo} value={String(quiet.to)} onChange={setTo} />}
          </div>
        </fieldset>
        <fieldset>
          <legend className="label">{t.quietDays}</legend>
          <div className="watch-days">
            {days.map((day) => (
              <button
                key={day}
                type="button"
                aria-label={t[`day${day}`]}
                aria-pressed={quiet.days.includes(day)}
                onClick={() => toggle(day)}
              >
                {t[`short${day}`]}
              </button>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="label">{t.language}</legend>
          <Select small aria-label={t.language} value={settings.language || language} onChange={(code) => choose({ language: code })}>
            {codes.map((code) => (
              <option key={code} value={code} lang={code}>
                {factsOf(code).name}
              </option>
            ))}
          </Select>
        </fieldset>
      </div>
      <Zone saving={saving} />
    </>
  )
}
